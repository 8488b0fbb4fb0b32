import type { Tenancy } from '../../base/context.ts';
import { Refusal } from '../../base/errors.ts';
import { quoted } from '../../base/visible-text.ts';
import type { GuardContext } from '../../writes/step.ts';
import { CALLOUT, DESCRIPTIONS, fits, HEADLINES, SITELINK } from '../ad-limits.ts';
import type { CampaignRow } from '../campaign.store.ts';
import { type AdRow, type AssetRow, type CampaignParts, campaignParts } from '../campaign-parts.store.ts';
import { budgetLimits } from '../campaign-write.store.ts';
import { capRefusal } from '../edit/budget-rules.ts';
import { folded, whyRefused } from '../keyword-text.ts';

/** The first thing that keeps a campaign from going live, as a preview names it. */
type Blocker =
  | 'linked_account'
  | 'generating'
  | 'removed'
  | 'budget'
  | 'monthly_cap'
  | 'location'
  | 'sitelinks'
  | 'callouts'
  | 'ads'
  | 'keywords'
  | 'negative_keywords';

/** Refuses a launch and names what is missing. */
function blocked(blocked_by: Blocker, message: string): Refusal {
  return new Refusal('launch_blocked', message, { extra: { blocked_by } });
}

/** What every launch needs: a budget, and room for it under the cap. */
export async function budgetBlocker(campaign: CampaignRow, context: GuardContext): Promise<Refusal | undefined> {
  if (campaign.generating) return blocked('generating', 'The campaign is still being generated.');
  if (campaign.platform_state === 'removed') {
    return blocked('removed', 'The campaign was removed in the ad platform and cannot run again.');
  }
  if (Number(campaign.budget) <= 0) return blocked('budget', 'The campaign has no budget. Set a daily budget first.');
  const limits = await budgetLimits(context, campaign.id);
  const refusal = capRefusal({ campaign_id: campaign.id, from: '0', to: campaign.budget }, limits);
  return (
    refusal && new Refusal(refusal.code, refusal.message, { extra: { ...refusal.extra, blocked_by: 'monthly_cap' } })
  );
}

/** What a first launch needs beyond that, in the order in which it is asked for. */
export async function firstLaunchBlocker(campaignId: number, tenancy: Tenancy): Promise<Refusal | undefined> {
  const parts = await campaignParts(tenancy, campaignId);
  const sitelinks = parts.assets.filter(({ kind }) => kind === 'sitelink');
  const callouts = parts.assets.filter(({ kind }) => kind === 'callout');
  if (parts.locations.length === 0) return blocked('location', 'The campaign has no location or radius to serve in.');
  if (sitelinks.length === 0 || !sitelinks.every(isValidSitelink)) {
    return blocked(
      'sitelinks',
      'The campaign needs sitelinks, each with a text of at most 25 characters, an address, and two descriptions or none.',
    );
  }
  if (callouts.length === 0 || !callouts.every(({ text }) => fits(text, CALLOUT.text))) {
    return blocked('callouts', 'The campaign needs callouts of at most 25 characters.');
  }
  if (!parts.ads.some(isValidAd)) {
    return blocked(
      'ads',
      'The campaign needs an ad with 3 to 15 headlines and 2 to 4 descriptions, distinct and short.',
    );
  }
  const bare = adWithoutKeyword(parts);
  if (bare) return blocked('keywords', `The ad ${quoted(bare.name)} has no keyword; every ad needs one.`);
  return refusedNegative(parts);
}

/** One negative keyword that the platform would not take makes it decline everything. */
function refusedNegative({ negatives }: CampaignParts): Refusal | undefined {
  for (const { text } of negatives) {
    const reason = whyRefused(text);
    if (reason) return blocked('negative_keywords', `The negative keyword ${quoted(text)} has to go first. ${reason}`);
  }
  return undefined;
}

/** What of a campaign goes to the platform at its launch: an ad that is not valid yet waits here. */
export function launchable(parts: CampaignParts): CampaignParts {
  return { ...parts, ads: parts.ads.filter(isValidAd) };
}

function isValidSitelink({ text, description1, description2, url }: AssetRow): boolean {
  const none = !description1 && !description2;
  const both = [description1, description2].every((one) => one !== null && fits(one, SITELINK.description));
  return fits(text, SITELINK.text) && (none || both) && url !== null && URL.canParse(url);
}

/** Whether the platform would take the ad as it stands. */
export function isValidAd({ headlines, descriptions, generating }: AdRow): boolean {
  return !generating && isValidSet(headlines, HEADLINES) && isValidSet(descriptions, DESCRIPTIONS);
}

function isValidSet(texts: string[], { min, max, length }: { min: number; max: number; length: number }): boolean {
  const distinct = new Set(texts.map(folded)).size === texts.length;
  return distinct && texts.length >= min && texts.length <= max && texts.every((text) => fits(text, length));
}

function adWithoutKeyword({ ads, keywords }: CampaignParts): AdRow | undefined {
  return ads.find((ad) => !keywords.some(({ ad_id }) => ad_id === ad.id));
}
