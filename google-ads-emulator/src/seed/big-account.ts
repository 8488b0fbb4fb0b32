import type { Login } from '../store/world.ts';
import type { CampaignSeed } from './campaign-seed.ts';
import { type CustomerSeed, customer } from './demo-world.ts';

/** A customer for load tests: search_term_view gives about `rows` rows by term and day over 90 days. */
export function bigAccount(rows: number): { login: Login; customer: CustomerSeed } {
  const keywords = KEYWORDS.slice(0, Math.max(1, Math.round(rows / DAYS / TERMS_PER_KEYWORD)));
  const termsPerKeyword = Math.max(1, Math.round(rows / DAYS / PRESENCE / keywords.length) - OTHER_TERMS);
  const facts = { id: '1000000008', name: 'Big Account', currency: 'USD', timeZone: 'UTC', manager: false };
  const market = {
    base: { cpc: 1, ctr: 0.05, cvr: 0.05, value: 60 },
    places: ['north', 'south', 'east', 'west'],
    termsPerKeyword,
  };
  const demand = (termsPerKeyword * SEARCHES_PER_TERM) / CORE_SEARCHES;
  return {
    login: { email: 'big@demo.test', name: 'Big Account', customers: [facts.id] },
    customer: customer(
      facts,
      CAMPAIGNS.map((index) =>
        campaign(
          index,
          demand,
          keywords.filter((_, position) => position % CAMPAIGNS.length === index),
        ),
      ),
      market,
    ),
  };
}

function campaign(index: number, demand: number, keywords: readonly string[]): CampaignSeed {
  return {
    name: `Big - Search - ${index + 1}`,
    dailyBudget: 100_000,
    startedDaysAgo: 100,
    demand,
    bidding: { strategy: 'maximize_conversions' },
    locations: ['2840'],
    language: '1000',
    negatives: [],
    adGroups: [
      {
        name: 'Everything',
        finalUrl: 'https://big-account.example/',
        paths: ['all', 'offers'],
        headlines: ['Everything in Stock', 'Delivered Tomorrow', 'Free Returns'],
        descriptions: ['A very large catalogue of very ordinary things.', 'Order today and have it tomorrow.'],
        keywords: keywords.map((text) => `core BROAD ${text}`).join('\n'),
      },
    ],
    sitelinks: [],
    callouts: [],
  };
}

const DAYS = 90;
const CAMPAIGNS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const NOUNS = ['chair', 'table', 'lamp', 'sofa', 'desk', 'shelf', 'mirror', 'carpet', 'bed', 'stool'];
const STYLES = ['oak', 'walnut', 'modern', 'vintage', 'garden', 'office', 'kids', 'folding', 'round', 'white'];
const KEYWORDS = NOUNS.flatMap((noun) => STYLES.map((style) => `${style} ${noun}`));
const CORE_SEARCHES = 1500;
/** Searches a month that give a term an impression on nearly every day. */
const SEARCHES_PER_TERM = 300;
const PRESENCE = 0.99;
/** The usual number of terms of a keyword, until there are no more keywords. */
const TERMS_PER_KEYWORD = 60;
/** Terms that every keyword has besides: itself, waste and rare ones. */
const OTHER_TERMS = 15;
