import { z } from 'zod';
import type { Tenancy } from '../base/context.ts';
import { type CampaignParts, partsAround } from '../campaigns/campaign-parts.store.ts';
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

/** The same part as it stands now; undefined when its ad is gone. */
export async function currentPart(
  tenancy: Tenancy,
  campaignId: number,
  change: DraftChange,
): Promise<DraftChange['from'] | undefined> {
  return partOf(await partsAround(tenancy, campaignId, 'ad_id' in change ? change.ad_id : null), change);
}

/** A part of a campaign as a change tells it. */
function partOf(
  { ads, keywords, assets, locations }: CampaignParts,
  change: DraftChange,
): DraftChange['from'] | undefined {
  switch (change.part) {
    case 'ad': {
      const ad = ads.find(({ id }) => id === change.ad_id);
      return ad && adTexts.parse(ad);
    }
    case 'keywords':
      return inOrder(keywords.map((row) => draftKeyword.parse(row)));
    case 'sitelinks':
      return assets.filter(({ kind }) => kind === 'sitelink').map((row) => sitelink.parse(row));
    case 'callouts':
      return assets.filter(({ kind }) => kind === 'callout').map(({ text }) => text);
    case 'locations':
      return locations.map((row) => place.parse(row));
  }
}

/** Keywords have no order of their own: two sets are compared in this one. */
export function inOrder(keywords: readonly DraftKeyword[]): DraftKeyword[] {
  const key = ({ text, match_type }: DraftKeyword) => `${folded(text)} ${match_type}`;
  return keywords.toSorted((one, other) => (key(one) < key(other) ? -1 : 1));
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
  const { assets } = await partsAround(tenancy, campaignId, null);
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
