import { z } from 'zod';
import { notFound } from '../base/errors.ts';
import { eachInTurns } from '../base/long-work.ts';
import { read } from '../base/operation.ts';
import { timestamp } from '../base/schemas.ts';
import { excludedLocations, findCampaign } from '../campaigns/campaign.store.ts';
import { type LocationRow, partsInShort, type ShownAd, type ShownAtMost } from '../campaigns/campaign-parts.store.ts';
import { campaignSlug } from '../campaigns/campaign-schemas.ts';
import { adSources } from '../campaigns/drafts/kept-sources.ts';
import { launchChecklist } from '../campaigns/launch/launch-rules.ts';
import { excludedPlaces } from '../campaigns/launch/target-places.ts';
import { launchUnknown } from '../campaigns/launch-unknown.ts';
import { whyNotEditable } from './edit-draft.step.ts';

const word = z.object({ text: z.string(), match_type: z.string() });

const ALL = Number.MAX_SAFE_INTEGER;
/** A campaign that was made elsewhere may hold tens of thousands of each; the rest is looked at there. */
const IN_SHORT: ShownAtMost = {
  ads: 300,
  sources: 50,
  keywordsOfEach: 100,
  keywords: 1_000,
  negatives: 2_000,
  locations: 300,
};
/**
 * Of a draft all that is edited: keywords and places are sent as a whole by whoever edits them. Negatives are only added,
 * and what texts stand on is only read.
 */
const OF_DRAFT: ShownAtMost = {
  ads: ALL,
  sources: IN_SHORT.sources,
  keywordsOfEach: ALL,
  keywords: ALL,
  negatives: IN_SHORT.negatives,
  locations: ALL,
};

/** Everything below a campaign, for the people who look at a draft before it is launched. */
export const getCampaignParts = read({
  name: 'get_campaign_parts',
  summary: 'Get the ads, keywords, sitelinks, callouts and locations of a campaign',
  description:
    'Shows what is below a campaign, each text of an ad with what it was taken from. Of what is in the ad platform it shows so much, and how much there is.',
  rest: 'GET /organizations/{org}/campaigns/{slug}/parts',
  tool: null,
  scope: 'campaigns:read',
  audience: 'dashboard',
  weight: 'long',
  input: z.strictObject({ slug: campaignSlug }),
  output: z.object({
    editable: z.boolean().describe('Whether its parts can be edited here.'),
    launch_checklist: z
      .array(z.object({ item: z.string(), missing: z.string().nullable() }))
      .describe(
        'What the launch of a draft requires, in the order in which it is asked for, and what is missing of it.',
      ),
    ads_count: z.int().describe('How many ads it has, of which a campaign in the ad platform shows the latest.'),
    ads: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        state: z.string(),
        generating: z.boolean(),
        url: z.string(),
        headlines: z.array(z.string()),
        descriptions: z.array(z.string()),
        path1: z.string().nullable(),
        path2: z.string().nullable(),
        approval: z.string().nullable(),
        in_platform: z.boolean(),
        created_at: timestamp,
        keywords: z
          .array(word.extend({ state: z.string() }))
          .describe('All of a draft; of a campaign in the ad platform the first, list its keywords for the rest.'),
        keywords_count: z.int(),
        negative_keywords: z.array(word),
        sources: adSources.describe(
          `What each text was taken from, by the text, the first of it; of the latest ${IN_SHORT.sources} ads.`,
        ),
      }),
    ),
    negative_keywords_count: z
      .int()
      .describe('How many the campaign and all of its ads have, of which the latest are shown.'),
    negative_keywords: z.array(word),
    sitelinks: z.array(
      z.object({
        text: z.string(),
        description1: z.string().nullable(),
        description2: z.string().nullable(),
        url: z.string().nullable(),
      }),
    ),
    callouts: z.array(z.string()),
    locations_count: z.int().describe('How many there are, of which a campaign in the ad platform shows the first.'),
    locations: z.array(
      z.object({
        kind: z.string(),
        name: z.string(),
        geo_target_id: z.string().nullable(),
        latitude: z.number().nullable(),
        longitude: z.number().nullable(),
        radius_km: z.number().nullable(),
      }),
    ),
    excluded_locations_count: z.int(),
    excluded_locations: z
      .array(z.string())
      .describe('Where it is not shown, although that may lie within its locations.'),
  }),

  async run({ slug }, context) {
    const campaign = await findCampaign(context, slug);
    if (!campaign) throw notFound('That campaign');
    const editable = (whyNotEditable(campaign) ?? (await launchUnknown(campaign, context))) === undefined;
    const most = editable ? OF_DRAFT : IN_SHORT;
    const parts = await partsInShort(context, campaign.id, most);
    const excluded = excludedPlaces(await excludedLocations(context, campaign.id), parts.locations);
    const keywordsOf = Map.groupBy(parts.keywords, ({ ad_id }) => ad_id);
    const negativesOf = Map.groupBy(parts.negatives, ({ ad_id }) => ad_id);
    const viewOf = (ad: ShownAd) => ({
      ...adView(ad),
      keywords: (keywordsOf.get(ad.id) ?? []).map(keywordView),
      keywords_count: parts.keywordCounts.get(ad.id) ?? 0,
      negative_keywords: (negativesOf.get(ad.id) ?? []).map(wordView),
    });
    return {
      editable,
      launch_checklist: editable ? await launchChecklist(campaign, context) : [],
      ads_count: parts.counts.ads,
      ads: await eachInTurns(parts.ads, viewOf),
      negative_keywords_count: parts.counts.negatives,
      negative_keywords: (negativesOf.get(null) ?? []).map(wordView),
      sitelinks: parts.assets
        .filter(({ kind }) => kind === 'sitelink')
        .map(({ text, description1, description2, url }) => ({ text, description1, description2, url })),
      callouts: parts.assets.filter(({ kind }) => kind === 'callout').map(({ text }) => text),
      locations_count: parts.counts.locations,
      locations: await eachInTurns(parts.locations, placeView),
      excluded_locations_count: excluded.length,
      excluded_locations: excluded.slice(0, most.locations).map(({ name }) => name),
    };
  },
});

const kept = adSources.catch({});

function adView(ad: ShownAd) {
  const { id, name, state, generating, headlines, descriptions, path1, path2, approval, created_at } = ad;
  return {
    ...{ id, name, state, generating, headlines, descriptions, path1, path2, approval, created_at },
    url: ad.final_url,
    in_platform: ad.platform_id !== null,
    sources: kept.parse(ad.sources),
  };
}

function placeView({ kind, name, geo_target_id, latitude, longitude, radius_km }: LocationRow) {
  return { kind, name, geo_target_id, latitude, longitude, radius_km };
}

function wordView({ text, match_type }: { text: string; match_type: string }) {
  return { text, match_type };
}

function keywordView(keyword: { text: string; match_type: string; state: string }) {
  return { ...wordView(keyword), state: keyword.state };
}
