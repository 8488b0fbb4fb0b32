import type { CampaignType } from '../campaigns/campaign.ts';
import type { KeywordIdea, MatchType } from '../ports/ad-platform.ts';
import type { Figures } from './figures.ts';

/** A campaign's own settings, as far as detectors judge by them. Amounts in currency units. */
export interface CampaignFacts {
  id: number;
  slug: string;
  name: string;
  type: CampaignType;
  bidding: string | null;
  budget: number;
  /** The budget serves other campaigns too. */
  budgetShared: boolean;
  targetCpa: number | null;
  /** The last day on which somebody here changed the target; null where nobody did of late. */
  targetChangedDay: number | null;
  createdDay: number;
}

/** One day of the campaign; shares are fractions, null where the platform gives none. */
export interface CampaignDay extends Figures {
  day: number;
  impressionShare: number | null;
  lostToBudget: number | null;
  lostToRank: number | null;
}

/** What is known of the organization around the campaign. */
export interface OrganizationFacts {
  /** Of all its campaigns, over the 90 settled days. */
  last90: Figures;
  /** The largest daily budget that the monthly cap leaves to this campaign, and to a new one; null without a cap. */
  mostBudget: { own: number; another: number } | null;
  /** How far one call may move a budget, in percent. */
  budgetMovePct: number;
}

/** The words of the business profile. */
export interface ProfileWords {
  brand: string;
  products: readonly string[];
  competitors: readonly string[];
  locations: readonly string[];
  /** Everything else that the profile says of what is offered. */
  description: string;
}

/** An ad: a group in the platform, with its landing page. */
export interface AdFacts {
  id: number;
  name: string;
  state: 'enabled' | 'paused';
  headlines: readonly string[];
  cpcBid: number | null;
}

/** A positive keyword, without what it did. */
export interface KeywordText {
  id: number;
  adId: number;
  text: string;
  matchType: MatchType;
  state: 'enabled' | 'paused';
}

/** A positive keyword and what it did in the settled days of each window. */
export interface KeywordFacts extends KeywordText {
  /** Its own bid; null where the ad's holds. */
  cpcBid: number | null;
  firstPageCpc: number | null;
  approval: string | null;
  lowVolume: boolean;
  createdDay: number;
  /** The first day with figures; null without any. */
  firstDay: number | null;
  last30: Figures;
  last90: Figures;
  /** The days that are not settled yet. */
  recent: Figures;
  /** In the 30 days up to the latest: impressions need no time to settle. */
  impressions30: number;
}

export interface NegativeFacts {
  id: number;
  /** null where it holds for the whole campaign. */
  adId: number | null;
  text: string;
  matchType: MatchType;
}

/** A search term and what it did on the days it was clicked; how often it was shown is told apart. */
export interface TermFacts {
  id: number;
  text: string;
  firstSeenDay: number;
  /** The days that an option asks for, taken whole. */
  window: Figures;
  last30: Figures;
  last90: Figures;
  recent: Figures;
  /** Ads that it was shown with over 90 days, those that brought conversions first; 0: one that is not known here. */
  adIds: readonly number[];
}

/** A search term in whichever campaign of the organization, over 90 days. */
export interface AccountTerm extends Pick<Figures, 'clicks' | 'cost' | 'conversions'> {
  campaignId: number;
  text: string;
}

/** A keyword of the same ad account in another campaign. */
export interface AccountKeyword {
  text: string;
  matchType: MatchType;
}

/** Clicks from which on it matters how often a term was shown. */
export const MANY_CLICKS = 20;

/** What is read only for the detectors that ask for it. */
export interface EvidenceParts {
  ads: readonly AdFacts[];
  /** The keywords' texts are much cheaper to have than their figures; those with most conversions come first. */
  keywordTexts: readonly KeywordText[];
  keywords: readonly KeywordFacts[];
  /** What keywords did in the 90 days before the 90 settled ones, by their ids. */
  olderFigures: ReadonlyMap<number, Figures>;
  negatives: readonly NegativeFacts[];
  terms: readonly TermFacts[];
  /** How often terms with many clicks were shown in 90 settled days, by their ids. */
  termImpressions: ReadonlyMap<number, number>;
  /** The costliest search terms of the whole organization: how its terms differ, and what its words bring elsewhere. */
  accountTerms: readonly AccountTerm[];
  accountKeywords: readonly AccountKeyword[];
  ideas: readonly KeywordIdea[];
}

export type PartName = keyof EvidenceParts;

/** What every detector sees of a campaign: plain data, read before it runs. Days are numbers, see `base/days.ts`. */
export interface CampaignEvidence {
  /** Today by our clock. */
  today: number;
  /** The latest day with figures. */
  latestDay: number;
  campaign: CampaignFacts;
  /** The days with figures of the last half year, oldest first. */
  days: readonly CampaignDay[];
  organization: OrganizationFacts;
  profile: ProfileWords | null;
}

/** The evidence with the parts that a detector reads. */
export type EvidenceWith<Part extends PartName> = CampaignEvidence & Pick<EvidenceParts, Part>;
