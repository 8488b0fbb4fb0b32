import type { CampaignDraft, WorldDraft } from '../description.ts';
import type { DrawnCampaign, DrawnKeyword } from './draw-keywords.ts';
import type { DrawnTerm } from './draw-terms.ts';
import type { Setting } from './setting.ts';

/** A world that is drawn, but for how much of everything there is. */
export interface DrawnWorld {
  seed: number;
  customer: string;
  setting: Setting;
  campaigns: readonly DrawnCampaign[];
  terms: readonly DrawnTerm[];
}

/** A campaign's daily budget, and its target if it has one. */
export interface Money {
  budget: number;
  targetCpa: number | undefined;
}

/** Writes a drawn world down; a campaign that no money is named for has all it needs. */
export function describe(drawn: DrawnWorld, money: ReadonlyMap<string, Money>): WorldDraft {
  const { seed, customer, setting, campaigns, terms } = drawn;
  const { base, place, brand, weekend, drift } = setting;
  return {
    seed,
    logins: [{ email: `owner@${brand}.test`, name: 'Owner', customers: [customer] }],
    accounts: [
      {
        id: customer,
        name: `${title(brand)} (${setting.trade.name})`,
        currency: place.currency,
        time_zone: place.timeZone,
        campaigns: campaigns.map((campaign) => describeCampaign(setting, campaign, money.get(campaign.name))),
        market: {
          base: { cpc: cents(base.cpc), ctr: rate(base.ctr), cvr: rate(base.cvr), value: cents(base.value) },
          weekend,
          drift,
          terms: terms.map(({ isWaste: _, ...term }) => ({
            ...term,
            searches: Math.max(0.1, Math.round(term.searches * 10) / 10),
            cpc: cents(term.cpc),
            ctr: rate(term.ctr),
            cvr: rate(term.cvr),
          })),
        },
      },
    ],
  };
}

function describeCampaign(setting: Setting, campaign: DrawnCampaign, money: Money | undefined): CampaignDraft {
  const { name, isManual, keywords, tracking_gaps } = campaign;
  const target = money?.targetCpa === undefined ? {} : { target_cpa: cents(money.targetCpa) };
  const perGroup = Math.ceil(keywords.length / Math.ceil(keywords.length / KEYWORDS_PER_AD_GROUP));
  const groups = Array.from({ length: Math.ceil(keywords.length / perGroup) }, (_, index) =>
    keywords.slice(index * perGroup, (index + 1) * perGroup),
  );
  return {
    name,
    daily_budget: Math.max(1, cents(money?.budget ?? UNLIMITED)),
    started_days_ago: 120,
    bidding: isManual ? { strategy: 'manual_cpc' } : { strategy: 'maximize_conversions', ...target },
    locations: [setting.place.location],
    language: setting.language.constant,
    ...(tracking_gaps && { tracking_gaps }),
    ad_groups: groups.map((group, index) => ({
      name: `${name} ${index + 1}`,
      ...(isManual && { cpc_bid: bidFor(setting, campaign, 1) }),
      final_url: `https://${setting.brand}.example/`,
      headlines: [title(setting.brand), `${title(setting.brand)} ${index + 1}`, 'Open All Week'],
      descriptions: ['Ask for a price today.', 'Friendly people, fair prices.'],
      keywords: group.map((keyword) => describeKeyword(setting, campaign, keyword)),
    })),
  };
}

function describeKeyword(setting: Setting, campaign: DrawnCampaign, { text, matchType, kind, cpc }: DrawnKeyword) {
  const hasBid = campaign.isManual && kind === 'dear';
  return { text, match_type: matchType, ...(hasBid && { bid: bidFor(setting, campaign, cpc) }) };
}

function bidFor({ base }: Setting, { bidLevel }: DrawnCampaign, times: number): number {
  return Math.max(0.01, cents(base.cpc * times * bidLevel));
}

function title(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function cents(value: number): number {
  return Math.max(0.01, Math.round(value * 100) / 100);
}

function rate(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

const KEYWORDS_PER_AD_GROUP = 20;
const UNLIMITED = 1_000_000;
