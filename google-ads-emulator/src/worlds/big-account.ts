import type { CampaignDraft, WorldDraft } from './description.ts';

/** A customer for load tests: search_term_view gives about `rows` rows by term and day over 90 days. */
export function bigAccount(rows: number): WorldDraft {
  const keywords = KEYWORDS.slice(0, Math.max(1, Math.round(rows / DAYS / TERMS_PER_KEYWORD)));
  const termsPerKeyword = Math.max(1, Math.round(rows / DAYS / PRESENCE / keywords.length));
  const terms = keywords.flatMap((keyword) =>
    Array.from({ length: termsPerKeyword }, (_, index) => ({
      text: index === 0 ? keyword : `${keyword} ${WAYS[index % WAYS.length]} ${index}`,
      searches: SEARCHES_PER_TERM,
    })),
  );
  const account: WorldDraft['accounts'][number] = {
    id: '1000000008',
    name: 'Big Account',
    currency: 'USD',
    time_zone: 'UTC',
    market: { base: { cpc: 1, ctr: 0.05, cvr: 0.05, value: 60 }, terms },
    campaigns: CAMPAIGNS.map((index) => ({
      index,
      texts: keywords.filter((_, position) => position % CAMPAIGNS.length === index),
    }))
      .filter(({ texts }) => texts.length > 0)
      .map(({ index, texts }) => campaign(index, texts)),
  };
  return {
    seed: 42,
    logins: [{ email: 'big@demo.test', name: 'Big Account', customers: [account.id] }],
    accounts: [account],
  };
}

function campaign(index: number, texts: readonly string[]): CampaignDraft {
  return {
    name: `Big - Search - ${index + 1}`,
    daily_budget: 100_000,
    started_days_ago: 100,
    bidding: { strategy: 'maximize_conversions' },
    locations: ['2840'],
    ad_groups: [
      {
        name: 'Everything',
        final_url: 'https://big-account.example/',
        paths: ['all', 'offers'],
        headlines: ['Everything in Stock', 'Delivered Tomorrow', 'Free Returns'],
        descriptions: ['A very large catalogue of very ordinary things.', 'Order today and have it tomorrow.'],
        keywords: texts.map((text) => ({ text, match_type: 'BROAD' })),
      },
    ],
  };
}

const DAYS = 90;
const CAMPAIGNS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const NOUNS = ['chair', 'table', 'lamp', 'sofa', 'desk', 'shelf', 'mirror', 'carpet', 'bed', 'stool'];
const STYLES = ['oak', 'walnut', 'modern', 'vintage', 'garden', 'office', 'kids', 'folding', 'round', 'white'];
const KEYWORDS = NOUNS.flatMap((noun) => STYLES.map((style) => `${style} ${noun}`));
const WAYS = ['north', 'south', 'east', 'west', 'cost', 'price', 'reviews', 'near me'];
/** Searches a month that give a term an impression on nearly every day. */
const SEARCHES_PER_TERM = 200;
const PRESENCE = 0.96;
/** The usual number of terms of a keyword, until there are no more keywords. */
const TERMS_PER_KEYWORD = 60;
