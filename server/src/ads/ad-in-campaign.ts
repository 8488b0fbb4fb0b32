import type { Tenancy } from '../base/context.ts';
import { type AdRow, adsAmong } from '../campaigns/ads-of-campaign.store.ts';
import { type CampaignRow, findCampaignById } from '../campaigns/campaign.store.ts';
import { keywordsOfAd, negativesOfAd } from '../campaigns/campaign-parts.store.ts';
import type { WordsOfAds } from '../campaigns/launch/launch-spec.ts';

/** An ad with its campaign and its words. */
export interface AdInCampaign {
  ad: AdRow;
  campaign: CampaignRow;
  words: WordsOfAds;
}

/** The ad of that id as it stands; undefined when it is gone. */
export async function adOf(tenancy: Tenancy, campaignId: number, adId: number): Promise<AdInCampaign | undefined> {
  const campaign = await findCampaignById(tenancy, campaignId);
  const [ad] = campaign ? await adsAmong(tenancy, campaignId, [adId]) : [];
  return ad && campaign && { ad, campaign, words: await wordsOfAd(tenancy, campaignId, adId) };
}

/** What an ad is found by, and what it is not. */
export async function wordsOfAd(tenancy: Tenancy, campaignId: number, adId: number): Promise<WordsOfAds> {
  return {
    keywords: await keywordsOfAd(tenancy, campaignId, adId),
    negatives: await negativesOfAd(tenancy, campaignId, adId),
  };
}
