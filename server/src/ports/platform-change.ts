import type {
  AdTexts,
  CampaignSettings,
  KeywordStatus,
  KeywordText,
  RunningTexts,
  RunStatus,
  SitelinkSpec,
} from './platform-campaign.ts';

/** `everything` asks for a full read: too much changed, or too long ago, to be told one by one. */
export interface ChangedCampaigns {
  campaignIds: string[];
  everything: boolean;
  cursor: string;
}

/** One field of one change; creations and removals have no field. Values are text, null where there is none. */
export interface ChangeEvent {
  /** When it happened; in the hour that comes twice in autumn the later of both times it may have been. */
  at: string;
  /** The earlier of both times; otherwise the same. */
  notBefore: string;
  resource: string;
  thing: ChangedThing;
  operation: WriteOperation;
  field: string | null;
  oldValue: string | null;
  newValue: string | null;
  clientType: string;
  userEmail: string | null;
}

/** What a change is about; `knownAs` are the ids under which this port may have told of it, `name` what the event tells. */
export interface ChangedThing {
  kind: 'campaign' | 'budget' | 'ad' | 'keyword' | 'negative keyword' | 'targeting' | 'asset' | 'other';
  name: string | null;
  knownAs: readonly string[];
}

export type WriteOperation = 'create' | 'update' | 'remove';

/** What a write did, in the terms of `ChangeEvent`, so that a write of ours can be told from a change made there. */
export interface PlatformWrite {
  resource: string;
  operation: WriteOperation;
  field: string | null;
  value: string | null;
}

export interface Written {
  wrote: PlatformWrite[];
}

export interface CampaignSpec {
  name: string;
  status: RunStatus;
  budget: string;
  targetCpa: string | null;
  startDate?: string;
  locationIds: readonly string[];
  /** Where it is not shown, although that may lie within its places. */
  excludedLocationIds: readonly string[];
  proximities: readonly ProximitySpec[];
  languageIds: readonly string[];
  negatives: readonly KeywordText[];
  sitelinks: readonly SitelinkSpec[];
  callouts: readonly string[];
  ads: readonly AdSpec[];
}

export interface ProximitySpec {
  latitude: number;
  longitude: number;
  radius: number;
  unit: 'miles' | 'kilometers';
}

export interface AdSpec extends AdTexts {
  name: string;
  status: RunStatus;
  textsStatus?: RunStatus;
  otherTexts?: readonly RunningTexts[];
  cpcBid?: string | null;
  keywords: readonly KeywordSpec[];
  negatives: readonly KeywordText[];
}

export interface KeywordSpec extends KeywordText {
  status?: KeywordStatus;
  cpcBid?: string | null;
}

/** Ids in the order of the specification given. */
export interface LaunchedCampaign extends Written {
  campaignId: string;
  budgetId: string;
  negativeIds: string[];
  ads: LaunchedAd[];
}

export interface LaunchedAd {
  adId: string;
  keywordIds: string[];
  negativeIds: string[];
}

export interface CampaignChange {
  name?: string;
  budget?: string;
  targetCpa?: string | null;
  status?: RunStatus;
}

/**
 * Not applied: the platform held something else than expected, and nothing was changed. Already: it held what was asked
 * for, so nothing had to be.
 */
export type CampaignUpdate =
  | ({ applied: true; already: boolean; campaign: CampaignSettings } & Written)
  | { applied: false; campaign: CampaignSettings };

/**
 * How several items are written: each for itself, or with `allOrNothing` as one request that is declined as a whole. Those
 * `found` there, which an earlier try may have written, are accounted for as written.
 */
export interface Together<Found = string> {
  allOrNothing?: boolean;
  found?: readonly Found[];
}

/** A keyword's own bid; null where the ad's is to hold. */
export interface KeywordBid {
  id: string;
  cpcBid: string | null;
}

/** Of several items, those that were written and those that the platform declined, each with its reason. */
export interface Added extends Written {
  added: (KeywordText & { id: string; adId: string })[];
  refused: (KeywordText & ItemRefusal)[];
}

/** The same; of no ad where it holds for the campaign. */
export interface AddedNegatives extends Omit<Added, 'added'> {
  added: (KeywordText & { id: string; adId: string | null })[];
}

/** Items that are gone now. */
export interface Removed extends Written {
  changed: string[];
}

/** As `Added`, for items that exist. */
export interface Changed extends Written {
  changed: string[];
  refused: ({ id: string } & ItemRefusal)[];
}

export interface ItemRefusal {
  code: string;
  message: string;
}
