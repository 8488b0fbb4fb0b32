import type { Services, Tenancy } from '../../base/context.ts';
import type { ComposedAd, ComposedCampaign } from '../../copywriting/composed-campaign.ts';
import type { KeywordText } from '../../ports/ad-platform.ts';
import { type AskedBy, recordOwn } from '../../writes/actions/own-action.ts';
import type { Step } from '../../writes/step.ts';
import { findCampaignById, lockCampaignById, updateCampaignRow } from '../campaign.store.ts';
import type { AssetRow, LocationRow } from '../campaign-parts.store.ts';
import { addDraftAd, type DraftAd, type OtherDraft, unpublishedDrafts } from '../drafts/draft.store.ts';
import { addNegativeKeywordsStep } from '../exclude/add-negative-keywords.step.ts';
import { insertNegatives, notYetNegative } from '../exclude/negative-keyword.store.ts';
import { replaceAssets, replaceLocations } from '../merge/replace-rows.store.ts';

/** A draft that was written and is to be kept. */
export interface WrittenDraft {
  composed: ComposedCampaign;
  locations: LocationRow[];
  languageId: string | null;
  /** Null where the caller named the campaign. */
  name: string | null;
  /** What it was called until it was written: another name was given by people since, and stays; null where nobody knows. */
  calledBefore: string | null;
}

/** What became of a written draft. */
interface SavedDraft {
  /** The names of drafts that leave its searches out from now on. */
  excludedIn: string[];
  /** The action that made them do so. */
  actionId: string | null;
  /** The names of drafts that should leave its searches out and could not be changed. */
  leftAlone: string[];
  /** The names of those that nobody may change for whoever asked. */
  notAllowedIn: string[];
}

/** Keeps a written draft, all of it in the caller's transaction; undefined where the campaign no longer waits for it. */
export async function saveDraft(
  own: Services & Tenancy,
  campaignId: number,
  { composed, locations, languageId, name, calledBefore }: WrittenDraft,
  { by, mayExclude }: { by: AskedBy; mayExclude: boolean },
): Promise<SavedDraft | undefined> {
  const now = own.clock.now();
  const at = new Date(now);
  const found = await findCampaignById(own, campaignId);
  // All drafts that a brand campaign touches are held in one order, its own among them.
  const others = found?.type === 'brand' ? await unpublishedDrafts(own, found.ad_account_id ?? '') : [];
  const campaign = await lockCampaignById(own, campaignId);
  if (!campaign?.generating) return undefined;
  for (const ad of composed.ads) await addDraftAd(own, campaignId, draftAdOf(ad), at);
  await replaceAssets(own, campaignId, assetsOf(composed));
  await replaceLocations(own, campaignId, locations);
  await insertNegatives(own, campaignId, composed.negatives.map(negativeOf), at);
  const prospecting = others.filter(({ id, type }) => id !== campaignId && type !== 'brand');
  const exclusions = await exclusionsIn(prospecting, composed, campaign.ad_account_id, own);
  const actionId = mayExclude ? await recordOwn(own, exclusions, by) : null;
  const chosen = name !== null && campaign.name === calledBefore ? { name } : {};
  await updateCampaignRow(own, campaignId, { ...chosen, language_id: languageId, generating: false }, now);
  const excluding = new Set(exclusions.map((step) => step.campaign.id));
  const named = prospecting.filter(({ id }) => excluding.has(id)).map((one) => one.name);
  return {
    excludedIn: mayExclude ? named : [],
    notAllowedIn: mayExclude ? [] : named,
    actionId,
    leftAlone: prospecting.filter(({ sent }) => sent).map((one) => one.name),
  };
}

/** An ad as drafts keep it, each text with what it stands on. */
export function draftAdOf(ad: ComposedAd): DraftAd {
  const texts = [...ad.headlines, ...ad.descriptions];
  return {
    name: ad.name,
    final_url: ad.landingPage,
    headlines: ad.headlines.map(({ text }) => text),
    descriptions: ad.descriptions.map(({ text }) => text),
    path1: ad.path1,
    path2: ad.path2,
    keywords: ad.keywords.map(({ text, matchType }) => ({ text, match_type: matchType })),
    sources: Object.fromEntries(texts.map(({ text, sources }) => [text, sources])),
  };
}

/** Searches for the brand belong to its own campaign: drafts that were never launched leave them out. */
async function exclusionsIn(
  drafts: readonly OtherDraft[],
  { ads }: ComposedCampaign,
  account_id: string | null,
  tenancy: Tenancy,
): Promise<Step[]> {
  const keywords = ads.flatMap((ad) => ad.keywords).map(negativeOf);
  const steps: Step[] = [];
  for (const { id, slug, sent } of drafts) {
    const negatives = sent ? [] : await notYetNegative(tenancy, id, keywords);
    const target = { campaign_id: id, slug, account_id, platform_id: null };
    if (negatives.length > 0) steps.push(addNegativeKeywordsStep.of({ ...target, negatives }));
  }
  return steps;
}

function negativeOf({ text, matchType }: KeywordText) {
  return { text, match_type: matchType, platform_id: null };
}

function assetsOf({ sitelinks, callouts }: ComposedCampaign): AssetRow[] {
  const links = sitelinks.map(({ text, description1, description2, url }) => ({
    kind: 'sitelink' as const,
    text,
    description1,
    description2,
    url,
  }));
  const calls = callouts.map(({ text }) => ({
    kind: 'callout' as const,
    text,
    description1: null,
    description2: null,
    url: null,
  }));
  return [...links, ...calls].map((asset, position) => ({ ...asset, position, platform_id: null }));
}
