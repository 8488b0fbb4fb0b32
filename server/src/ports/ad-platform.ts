import type {
  AccountInfo,
  AccountStructure,
  CampaignSettings,
  KeywordStatus,
  KeywordText,
  PlatformAd,
  PlatformCampaign,
} from './platform-campaign.ts';
import type {
  Added,
  AddedNegatives,
  AdSpec,
  CampaignChange,
  CampaignSpec,
  CampaignUpdate,
  Changed,
  ChangedCampaigns,
  ChangeEvent,
  KeywordBid,
  KeywordSpec,
  LaunchedAd,
  LaunchedCampaign,
  PlatformWrite,
  Removed,
  Together,
  Written,
} from './platform-change.ts';
import type {
  CampaignDay,
  KeywordDay,
  KeywordIdea,
  KeywordIdeasRequest,
  LocationSuggestion,
  SearchTermDay,
} from './platform-figures.ts';

export type * from './platform-campaign.ts';
export type * from './platform-change.ts';
export type * from './platform-figures.ts';

/**
 * The ad platform in our own words. A *campaign* holds *ads*; an ad is a group in the platform: one landing page with
 * its responsive texts, its keywords and its negative keywords. Ids are opaque strings of the platform. Amounts are decimal
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

/** How we appear in the platform's books. */
export const OUR_CLIENT = 'GOOGLE_ADS_API';

/** One linked account. Reads may be repeated freely; writes never are, see `AdPlatformError.uncertain`. */
export interface AdAccount {
  info(): Promise<AccountInfo>;
  /** Campaigns with everything below them, removed ones left out; with `campaignIds` only those that still exist. */
  structure(selection?: { campaignIds?: readonly string[] }): Promise<AccountStructure>;
  /** One campaign as it is now, or null when it is gone: the read-back after an uncertain write. */
  readCampaign(id: string): Promise<PlatformCampaign | null>;
  /** The same without what is below it, for a seventh of the quota. */
  readSettings(id: string): Promise<CampaignSettings | null>;
  /** The campaign of that name; names are unique in an account, so this is the read-back after an uncertain launch. */
  findCampaign(name: string): Promise<PlatformCampaign | null>;
  /** Which campaigns changed since then; the cursor returned is the next call's `since`. */
  changedSince(since: string): Promise<ChangedCampaigns>;
  /** Every change of the campaign, its budget and what is below it, oldest first. Reaches back 30 days at most. */
  changeEvents(of: { campaignId: string; budgetId?: string; since: string }): Promise<ChangeEvent[]>;

  /** Daily figures, both days included, streamed in batches; days without impressions are left out. */
  campaignDays(from: string, to: string): AsyncIterable<CampaignDay[]>;
  keywordDays(from: string, to: string): AsyncIterable<KeywordDay[]>;
  searchTermDays(from: string, to: string): AsyncIterable<SearchTermDay[]>;

  /** Creates a whole campaign, or nothing. */
  launch(campaign: CampaignSpec): Promise<LaunchedCampaign>;
  /** Changes only the fields given, unless the platform no longer holds what `expected` says. */
  updateCampaign(id: string, change: CampaignChange, options?: { expected?: CampaignChange }): Promise<CampaignUpdate>;
  addAd(campaignId: string, ad: AdSpec): Promise<LaunchedAd & Written>;
  /** What adding an ad has written that was found there because its answer never came. */
  writtenWith(ad: PlatformAd): Promise<Written>;
  /** One that is gone by then is removed. */
  removeAd(adId: string): Promise<Written>;
  /** What removing an ad has written that was found gone because its answer never came. */
  writtenByRemoving(adId: string): Written;
  /** On the campaign, unless a keyword names an ad of it. */
  addNegatives(
    campaignId: string,
    keywords: readonly (KeywordText & { adId?: string | null })[],
    options?: Together,
  ): Promise<AddedNegatives>;
  /** All of them, or none; one that is gone already counts as removed. */
  removeNegatives(ids: readonly string[], options?: Pick<Together, 'found'>): Promise<Removed>;
  addKeywords(keywords: readonly (KeywordSpec & { adId: string })[], options?: Together): Promise<Added>;
  /** The same. */
  removeKeywords(ids: readonly string[], options?: Pick<Together, 'found'>): Promise<Removed>;
  setKeywordStatus(ids: readonly string[], status: KeywordStatus, options?: Together): Promise<Changed>;
  setKeywordBids(bids: readonly KeywordBid[], options?: Together<KeywordBid>): Promise<Changed>;

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
  /** Of a broken connection: the login works, but no longer reaches this account. */
  readonly onlyThisAccount: boolean;
  readonly retryAfterSeconds: number | undefined;
  /** It was asked for something and said no to that: of what it was told to change, this says nothing. */
  readonly ofRead: boolean;
  /** What was to be changed no longer exists there. */
  readonly gone: boolean;
  /** More is there than can be read at once. */
  readonly tooMuch: boolean;
  /** Nothing was sent: the platform's daily operations have to do for others too. It waits and goes on by itself. */
  readonly outOfQuota: boolean;
  /** The platform's own codes, such as `campaignError.DUPLICATE_CAMPAIGN_NAME`. */
  readonly codes: readonly string[];
  /** Of a request that was declined, which of its operations each code is about; null where that is not told. */
  readonly places: readonly (number | null)[];
  /** Of an uncertain update or removal: what it would have written. */
  readonly intended: readonly PlatformWrite[];

  constructor(reason: FailureReason, message: string, about: FailureDetails = {}) {
    super(message);
    this.name = 'AdPlatformError';
    this.reason = reason;
    this.retryable = about.retryable ?? false;
    this.uncertain = about.uncertain ?? false;
    this.onlyThisAccount = about.onlyThisAccount ?? false;
    this.retryAfterSeconds = about.retryAfterSeconds;
    this.ofRead = about.ofRead ?? false;
    this.gone = about.gone ?? false;
    this.tooMuch = about.tooMuch ?? false;
    this.outOfQuota = about.outOfQuota ?? false;
    this.codes = about.codes ?? [];
    this.places = about.places ?? [];
    this.intended = about.intended ?? [];
  }
}

export interface FailureDetails {
  retryable?: boolean;
  uncertain?: boolean;
  onlyThisAccount?: boolean;
  retryAfterSeconds?: number | undefined;
  ofRead?: boolean;
  gone?: boolean;
  tooMuch?: boolean;
  outOfQuota?: boolean;
  codes?: readonly string[];
  places?: readonly (number | null)[];
  intended?: readonly PlatformWrite[];
}

/** For a change of a campaign that the platform has no more. */
export function campaignRemoved(): AdPlatformError {
  return new AdPlatformError('google_ads_refused', 'This campaign was removed in Google Ads.', { gone: true });
}

export interface CallOptions {
  signal?: AbortSignal;
  /** What is read belongs to a change that somebody waits for: it may use the quota that is kept for changes. */
  forChange?: boolean;
  /** It stops spending, or must happen before it can be stopped: never refused for lack of our own quota. */
  stopsSpending?: boolean;
  /** Whose share of the platform's daily operations it counts against. */
  organizationId?: number;
  /** Asked right before a change is sent; throws where the account may no longer be changed. */
  beforeChange?: () => Promise<void>;
  /** Waits for the answer to a change that was sent: cut off, nobody would know what became of it. */
  untilAnswered?: <T>(answer: () => Promise<T>) => Promise<T>;
  /** Told where a change that was sent certainly did nothing; it may be sent again, and is asked about before. */
  didNothing?: () => Promise<void>;
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
