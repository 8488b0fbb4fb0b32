/**
 * The ad platform in our own words. A *campaign* holds *ads*; an ad is a group in the platform: one landing page with
 * its responsive texts, its keywords and its exclusions. Ids are opaque strings of the platform. Amounts are decimal
 * strings in the account's currency (`"40.00"`); costs in daily figures are integers in millionths. Timestamps are
 * ISO 8601 in UTC; days are the ad account's days.
 */
export interface AdPlatform {
  /** Where to send a person who connects a login; `codeChallenge` is the S256 challenge of PKCE. */
  authorizeUrl(request: AuthorizeRequest): string;
  /** Redeems the code the person came back with; fails when access to ads was not granted. */
  exchangeCode(exchange: CodeExchange): Promise<Grant>;
  /** Ends a login's grant at the platform; one that is unknown there already is no error. */
  revoke(refreshToken: string): Promise<void>;
  /** Every account the login can advertise in; manager accounts are replaced by the accounts below them. */
  accounts(refreshToken: string, options?: CallOptions): Promise<AccountChoice[]>;
  /** Opens one linked account; every call made through it obeys `signal`. */
  account(link: AccountLink, options?: CallOptions): AdAccount;
}

/** One linked account. Reads may be repeated freely; writes never are, see `AdPlatformError.uncertain`. */
export interface AdAccount {
  info(): Promise<AccountInfo>;
  /** Campaigns with everything below them, removed ones left out; with `campaignIds` only those that still exist. */
  structure(selection?: { campaignIds?: readonly string[] }): Promise<AccountStructure>;
  /** One campaign as it is now, or null when it is gone: the read-back after an uncertain write. */
  readCampaign(id: string): Promise<PlatformCampaign | null>;
  /** The campaign of that name; names are unique in an account, so this is the read-back after an uncertain launch. */
  findCampaign(name: string): Promise<PlatformCampaign | null>;
  /** Which campaigns changed since then; the cursor returned is the next call's `since`. */
  changedSince(since: string): Promise<ChangedCampaigns>;
  /** Every change of the campaign, its budget and what is below it, oldest first. Reaches back 30 days at most. */
  changeEvents(of: { campaignId: string; budgetId: string; since: string }): Promise<ChangeEvent[]>;

  /** Daily figures, both days included, streamed in batches; days without impressions are left out. */
  campaignDays(from: string, to: string): AsyncIterable<CampaignDay[]>;
  keywordDays(from: string, to: string): AsyncIterable<KeywordDay[]>;
  searchTermDays(from: string, to: string): AsyncIterable<SearchTermDay[]>;

  /** Creates a whole campaign, or nothing. */
  launch(campaign: CampaignSpec): Promise<LaunchedCampaign>;
  /** Changes only the fields given, unless the platform no longer holds what `expected` says. */
  updateCampaign(id: string, change: CampaignChange, options?: { expected?: CampaignChange }): Promise<CampaignUpdate>;
  addAd(campaignId: string, ad: AdSpec): Promise<LaunchedAd & Written>;
  removeAd(adId: string): Promise<Written>;
  addNegatives(campaignId: string, keywords: readonly KeywordText[]): Promise<Added>;
  removeNegatives(ids: readonly string[]): Promise<Changed>;
  addKeywords(adId: string, keywords: readonly KeywordSpec[]): Promise<Added>;
  removeKeywords(ids: readonly string[]): Promise<Changed>;
  setKeywordStatus(ids: readonly string[], status: KeywordStatus): Promise<Changed>;
  setKeywordBids(bids: readonly { id: string; cpcBid: string | null }[]): Promise<Changed>;

  keywordIdeas(request: KeywordIdeasRequest): Promise<KeywordIdea[]>;
  suggestLocations(names: readonly string[], options?: { countryCode?: string }): Promise<LocationSuggestion[]>;
}

/** Why a call failed, in the words of a failed task. */
export type FailureReason = 'setup_required' | 'google_ads_refused' | 'google_ads_connection_broken' | 'task_error';

/** The one error every call to the platform fails with. Its message was made safe to show and holds no secret. */
export class AdPlatformError extends Error {
  readonly reason: FailureReason;
  /** The same call may succeed later without anyone doing anything. */
  readonly retryable: boolean;
  /** A write that was sent and never answered: it may or may not have happened. Read back before doing anything. */
  readonly uncertain: boolean;
  readonly retryAfterSeconds: number | undefined;
  /** The platform's own codes, such as `campaignError.DUPLICATE_CAMPAIGN_NAME`. */
  readonly codes: readonly string[];
  /** Of an uncertain update: what it would have written. */
  readonly intended: readonly PlatformWrite[];

  constructor(reason: FailureReason, message: string, about: FailureDetails = {}) {
    super(message);
    this.name = 'AdPlatformError';
    this.reason = reason;
    this.retryable = about.retryable ?? false;
    this.uncertain = about.uncertain ?? false;
    this.retryAfterSeconds = about.retryAfterSeconds;
    this.codes = about.codes ?? [];
    this.intended = about.intended ?? [];
  }
}

export interface FailureDetails {
  retryable?: boolean;
  uncertain?: boolean;
  retryAfterSeconds?: number | undefined;
  codes?: readonly string[];
  intended?: readonly PlatformWrite[];
}

export interface CallOptions {
  signal?: AbortSignal;
}

export interface AuthorizeRequest {
  state: string;
  codeChallenge: string;
  redirectUri: string;
  loginHint?: string;
}

export interface CodeExchange {
  code: string;
  codeVerifier: string;
  redirectUri: string;
}

/** What a person granted; the refresh token is a secret and is stored sealed. */
export interface Grant {
  refreshToken: string;
  email: string;
  grantedScopes: string[];
}

/** An account a login can reach; `loginCustomerId` is the manager account it is reached through. */
export interface AccountChoice {
  customerId: string;
  loginCustomerId: string | null;
  name: string;
  currency: string;
  timeZone: string;
}

/** What is needed to open an account; access tokens are shared by all accounts of one connection. */
export interface AccountLink {
  customerId: string;
  loginCustomerId: string | null;
  connectionId: string;
  refreshToken: string;
}

/** The account itself; `today` is the current day in its time zone. */
export interface AccountInfo {
  customerId: string;
  name: string;
  currency: string;
  timeZone: string;
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

export interface PlatformCampaign {
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

export interface PlatformAd {
  id: string;
  resource: string;
  name: string;
  status: RunStatus;
  finalUrl: string;
  headlines: string[];
  descriptions: string[];
  path1: string | null;
  path2: string | null;
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

/** `everything` asks for a full read: too much changed, or too long ago, to be told one by one. */
export interface ChangedCampaigns {
  campaignIds: string[];
  everything: boolean;
  cursor: string;
}

/** One field of one change; creations and removals have no field. Values are text, null where there is none. */
export interface ChangeEvent {
  at: string;
  resource: string;
  operation: WriteOperation;
  field: string | null;
  oldValue: string | null;
  newValue: string | null;
  clientType: string;
  userEmail: string | null;
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

export interface Figures {
  impressions: number;
  clicks: number;
  costMicros: number;
  conversions: number;
  conversionsValue: number;
}

/** Shares are fractions, null where the platform gives none. */
export interface CampaignDay extends Figures {
  date: string;
  campaignId: string;
  impressionShare: number | null;
  lostToBudget: number | null;
  lostToRank: number | null;
}

export interface KeywordDay extends Figures {
  date: string;
  campaignId: string;
  adId: string;
  keywordId: string;
}

/** One search term in one ad on one day; `status` says whether it is a keyword or an exclusion already. */
export interface SearchTermDay extends Figures {
  date: string;
  campaignId: string;
  adId: string;
  term: string;
  matchType: MatchType;
  status: 'added' | 'excluded' | 'none';
}

export interface CampaignSpec {
  name: string;
  status: RunStatus;
  budget: string;
  targetCpa: string | null;
  startDate?: string;
  locationIds: readonly string[];
  proximities: readonly Omit<Proximity, 'address'>[];
  languageIds: readonly string[];
  negatives: readonly KeywordText[];
  sitelinks: readonly SitelinkSpec[];
  callouts: readonly string[];
  ads: readonly AdSpec[];
}

export interface AdSpec {
  name: string;
  finalUrl: string;
  headlines: readonly string[];
  descriptions: readonly string[];
  path1: string | null;
  path2: string | null;
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

/** Not applied: the platform held something else than expected, and nothing was changed. */
export type CampaignUpdate =
  | ({ applied: true; campaign: PlatformCampaign } & Written)
  | { applied: false; campaign: PlatformCampaign };

/** Of several items, those that were written and those that the platform declined, each with its reason. */
export interface Added extends Written {
  added: (KeywordText & { id: string })[];
  refused: (KeywordText & ItemRefusal)[];
}

/** As `Added`, for items that exist; one that is gone already counts as removed. */
export interface Changed extends Written {
  changed: string[];
  refused: ({ id: string } & ItemRefusal)[];
}

export interface ItemRefusal {
  code: string;
  message: string;
}

export interface KeywordIdeasRequest {
  url?: string;
  seeds?: readonly string[];
  locationIds?: readonly string[];
  languageId?: string;
}

export interface KeywordIdea {
  text: string;
  monthlySearches: number;
  competition: 'low' | 'medium' | 'high' | 'unknown';
  lowBid: string | null;
  highBid: string | null;
}

export interface LocationSuggestion {
  id: string;
  name: string;
  canonicalName: string;
  countryCode: string;
  type: string;
  searchedFor: string;
}
