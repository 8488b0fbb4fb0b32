import type { MatchType } from './platform-campaign.ts';

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

/** One search term in one ad on one day; `status` says whether it is a keyword or a negative keyword already. */
export interface SearchTermDay extends Figures {
  date: string;
  campaignId: string;
  adId: string;
  term: string;
  matchType: MatchType;
  status: 'added' | 'excluded' | 'none';
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
