/** The account itself; `now` is the time by the platform's own clock, `today` the day it then is in its time zone. */
export interface AccountInfo {
  customerId: string;
  name: string;
  currency: string;
  timeZone: string;
  now: string;
  today: string;
}

export interface AccountStructure {
  account: AccountInfo;
  campaigns: PlatformCampaign[];
}

export type MatchType = 'phrase' | 'exact' | 'broad';
export type KeywordStatus = 'enabled' | 'paused';
export type RunStatus = 'enabled' | 'paused';
/** How a campaign bids; only the first two can carry a target CPA. */
export type BiddingStrategy = 'maximize_conversions' | 'target_cpa' | 'manual_cpc' | 'maximize_clicks' | 'other';

/** A campaign without what is below it. */
export interface CampaignSettings {
  id: string;
  resource: string;
  name: string;
  status: RunStatus;
  budget: string;
  budgetId: string;
  budgetResource: string;
  /** The budget serves other campaigns too, so it cannot be changed for this one alone. */
  budgetShared: boolean;
  biddingStrategy: BiddingStrategy;
  targetCpa: string | null;
  startDate: string | null;
}

export interface PlatformCampaign extends CampaignSettings {
  locations: TargetLocation[];
  proximities: Proximity[];
  languages: string[];
  negatives: PlatformNegative[];
  sitelinks: Sitelink[];
  callouts: Callout[];
  ads: PlatformAd[];
}

/** `id` is the platform's number of the place. */
export interface TargetLocation {
  id: string;
  name: string;
  excluded: boolean;
}

export interface Proximity {
  latitude: number | null;
  longitude: number | null;
  radius: number;
  unit: 'miles' | 'kilometers';
  address: string;
}

export interface KeywordText {
  text: string;
  matchType: MatchType;
}

export interface PlatformNegative extends KeywordText {
  id: string;
}

export interface SitelinkSpec {
  text: string;
  description1: string | null;
  description2: string | null;
  url: string;
}

export interface Sitelink extends SitelinkSpec {
  id: string;
}

export interface Callout {
  id: string;
  text: string;
}

/** What an ad shows. */
export interface AdTexts {
  finalUrl: string;
  headlines: string[];
  descriptions: string[];
  path1: string | null;
  path2: string | null;
}

/** Texts that can be paused while their ad runs. */
export interface RunningTexts extends AdTexts {
  status: RunStatus;
}

export interface PlatformAd extends AdTexts {
  id: string;
  resource: string;
  name: string;
  status: RunStatus;
  /** Whether the texts run, in an ad that does. */
  textsStatus: RunStatus;
  /** What it shows in turn with its own texts. */
  otherTexts: RunningTexts[];
  /** It shows something beside responsive texts: of a kind that is not read, and that nobody can create from here. */
  hasOtherKinds: boolean;
  cpcBid: string | null;
  approval: Approval;
  keywords: PlatformKeyword[];
  negatives: PlatformNegative[];
}

export type Approval = 'approved' | 'limited' | 'disapproved' | 'under_review' | 'unknown';

export interface PlatformKeyword extends KeywordText {
  id: string;
  status: KeywordStatus;
  /** The keyword's own bid, null where the ad's bid holds. */
  cpcBid: string | null;
  qualityScore: number | null;
  approval: Approval;
  /** The platform hardly shows it because almost nobody searches for it. */
  lowVolume: boolean;
  firstPageCpc: string | null;
}
