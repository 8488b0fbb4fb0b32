import type { Tenancy } from '../base/context.ts';
import type { AdRow } from '../campaigns/ads-of-campaign.store.ts';
import { type CampaignRow, findCampaignById } from '../campaigns/campaign.store.ts';
import { type CampaignParts, partsAround } from '../campaigns/campaign-parts.store.ts';

/** An ad with its campaign and what the campaign holds besides ads, of keywords its own. */
export interface AdInCampaign {
  ad: AdRow;
  campaign: CampaignRow;
  parts: CampaignParts;
}

/** The ad of that id as it stands; undefined when it is gone. */
export async function adOf(tenancy: Tenancy, campaignId: number, adId: number): Promise<AdInCampaign | undefined> {
  const campaign = await findCampaignById(tenancy, campaignId);
  const parts = campaign && (await partsAround(tenancy, campaignId, adId));
  const [ad] = parts?.ads ?? [];
  return ad && campaign && parts ? { ad, campaign, parts } : undefined;
}
