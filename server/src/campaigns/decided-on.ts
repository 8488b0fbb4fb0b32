import { keyIn, keywordKey, type Worded } from './keyword-text.ts';

/**
 * What is decided on, each thing under a name that it has in no other campaign. Steps say by these what they are about, and
 * a merge what it found decided in the platform: only what both call the same is recognised.
 */

/** What of a campaign is edited. */
export const SETTINGS = ['name', 'budget', 'target_cpa'] as const;
export type Setting = (typeof SETTINGS)[number];

/** What of a keyword can be changed. */
export type KeywordProperty = 'state' | 'bid';

/** A campaign's name, budget or target CPA. */
export function aboutSetting(campaignId: number, setting: Setting): string {
  return `${setting} of campaign ${campaignId}`;
}

/** Whether a campaign runs. */
export function aboutState(campaignId: number): string {
  return `state of campaign ${campaignId}`;
}

/** A property of a keyword. */
export function aboutKeyword(property: KeywordProperty, keywordId: number): string {
  return `${property} of keyword ${keywordId}`;
}

/** Whether an ad has a keyword. */
export function aboutKeywordOfAd(adId: number, keyword: Worded): string {
  return `keyword ${keywordKey(keyword)} of ad ${adId}`;
}

/** Whether a negative keyword is on an ad, or on the whole campaign where there is none. */
export function aboutNegative(campaignId: number, adId: number | null, negative: Worded): string {
  return `negative keyword ${keyIn(adId, negative)} of campaign ${campaignId}`;
}

/** Whether there is an ad: names are unique in a campaign, ids change when one comes back. */
export function aboutAd(campaignId: number, name: string): string {
  return `ad ${name.toLowerCase()} of campaign ${campaignId}`;
}
