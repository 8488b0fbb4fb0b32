import { z } from 'zod';
import type { Tenancy } from '../base/context.ts';
import { eachInTurns } from '../base/long-work.ts';
import { adsAmong } from '../campaigns/ads-of-campaign.store.ts';
import { assetsOf, keywordsOfAd, locationsOf } from '../campaigns/campaign-parts.store.ts';
import { replaceKeywords, setAdTexts } from '../campaigns/drafts/edit-draft.store.ts';
import { folded } from '../campaigns/keyword-text.ts';
import { replaceAssets, replaceLocations } from '../campaigns/merge/replace-rows.store.ts';

/** The texts of an ad. */
export const adTexts = z.object({
  name: z.string(),
  final_url: z.string(),
  headlines: z.array(z.string()),
  descriptions: z.array(z.string()),
  path1: z.string().nullable(),
  path2: z.string().nullable(),
});

const draftKeyword = z.object({ text: z.string(), match_type: z.enum(['phrase', 'exact', 'broad']) });
/** A keyword of a draft. */
export type DraftKeyword = z.infer<typeof draftKeyword>;

const sitelink = z.object({
  text: z.string(),
  description1: z.string().nullable(),
  description2: z.string().nullable(),
  url: z.string().nullable(),
});

const place = z.object({
  kind: z.enum(['location', 'radius']),
  name: z.string(),
  geo_target_id: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  radius_km: z.number().nullable(),
});

const becoming = <Part extends z.ZodType>(part: Part) => ({ from: part, to: part });

/** One part of a draft that becomes another as a whole. */
export const draftChange = z.discriminatedUnion('part', [
  z.object({ part: z.literal('ad'), ad_id: z.number(), ...becoming(adTexts) }),
  z.object({ part: z.literal('keywords'), ad_id: z.number(), ...becoming(z.array(draftKeyword)) }),
  z.object({ part: z.literal('sitelinks'), ...becoming(z.array(sitelink)) }),
  z.object({ part: z.literal('callouts'), ...becoming(z.array(z.string())) }),
  z.object({ part: z.literal('locations'), ...becoming(z.array(place)) }),
]);
export type DraftChange = z.infer<typeof draftChange>;

/** The same part as it stands now, read without the others; undefined when its ad is gone. */
export async function currentPart(
  tenancy: Tenancy,
  campaignId: number,
  change: DraftChange,
): Promise<DraftChange['from'] | undefined> {
  switch (change.part) {
    case 'ad':
      return textsOf(tenancy, campaignId, change.ad_id);
    case 'keywords':
      return draftKeywords(tenancy, campaignId, change.ad_id);
    case 'sitelinks':
      return sitelinksOf(tenancy, campaignId);
    case 'callouts':
      return calloutsOf(tenancy, campaignId);
    case 'locations':
      return placesOf(tenancy, campaignId);
  }
}

/** The texts of an ad; undefined when it is gone. */
export async function textsOf(tenancy: Tenancy, campaignId: number, adId: number) {
  const [ad] = await adsAmong(tenancy, campaignId, [adId]);
  return ad && adTexts.parse(ad);
}

/** The keywords of an ad, in the order in which two sets are compared. */
export async function draftKeywords(tenancy: Tenancy, campaignId: number, adId: number): Promise<DraftKeyword[]> {
  const rows = await keywordsOfAd(tenancy, campaignId, adId);
  return inOrder(await eachInTurns(rows, (row) => draftKeyword.parse(row)));
}

/** The sitelinks of a campaign. */
export async function sitelinksOf(tenancy: Tenancy, campaignId: number) {
  return (await assetsOf(tenancy, campaignId))
    .filter(({ kind }) => kind === 'sitelink')
    .map((row) => sitelink.parse(row));
}

/** The callouts of a campaign. */
export async function calloutsOf(tenancy: Tenancy, campaignId: number): Promise<string[]> {
  return (await assetsOf(tenancy, campaignId)).filter(({ kind }) => kind === 'callout').map(({ text }) => text);
}

/** The places of a campaign: a draft that grew out of a large one has all of its thousands. */
export async function placesOf(tenancy: Tenancy, campaignId: number) {
  return eachInTurns(await locationsOf(tenancy, campaignId), (row) => place.parse(row));
}

/** Keywords have no order of their own: two sets are compared in this one. */
export function inOrder(keywords: readonly DraftKeyword[]): DraftKeyword[] {
  return keywords
    .map((keyword) => ({ keyword, key: `${folded(keyword.text)} ${keyword.match_type}` }))
    .sort((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ keyword }) => keyword);
}

/** Makes a part what the change says. */
export async function writePart(tenancy: Tenancy, campaignId: number, change: DraftChange, at: Date): Promise<void> {
  switch (change.part) {
    case 'ad':
      return setAdTexts(tenancy, campaignId, change.ad_id, change.to);
    case 'keywords':
      return replaceKeywords(tenancy, { campaignId, adId: change.ad_id }, change.to, at);
    case 'locations':
      return replaceLocations(
        tenancy,
        campaignId,
        change.to.map((row, position) => ({ ...row, position, platform_id: null })),
      );
    case 'sitelinks':
    case 'callouts':
      return writeAssets(tenancy, campaignId, change);
  }
}

/** Sitelinks stand before callouts; whichever the change is not about stay. */
async function writeAssets(
  tenancy: Tenancy,
  campaignId: number,
  change: Extract<DraftChange, { part: 'sitelinks' | 'callouts' }>,
): Promise<void> {
  const assets = await assetsOf(tenancy, campaignId);
  const made =
    change.part === 'sitelinks'
      ? change.to.map((link) => ({ ...link, kind: 'sitelink' as const, platform_id: null }))
      : change.to.map((text) => ({ ...NO_LINK, kind: 'callout' as const, text, platform_id: null }));
  const stay = assets.filter(({ kind }) => kind === (change.part === 'sitelinks' ? 'callout' : 'sitelink'));
  const all = change.part === 'sitelinks' ? [...made, ...stay] : [...stay, ...made];
  await replaceAssets(
    tenancy,
    campaignId,
    all.map((asset, position) => ({ ...asset, position })),
  );
}

const NO_LINK = { description1: null, description2: null, url: null };
