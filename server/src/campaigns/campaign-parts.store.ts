import type { Tenancy } from '../base/context.ts';
import { type Statement, statement } from '../base/database.ts';
import { eachInTurns } from '../base/long-work.ts';
import { type PackedRows, packed, unpacked } from '../base/packed-rows.store.ts';
import type { MatchType } from '../ports/ad-platform.ts';
import { ADS, type AdRow, adsAmong } from './ads-of-campaign.store.ts';
import { folded } from './keyword-text.ts';

export interface KeywordRow {
  id: number;
  ad_id: number;
  text: string;
  match_type: MatchType;
  state: 'enabled' | 'paused';
  cpc_bid: string | null;
  quality_score: number | null;
  approval: string | null;
  low_volume: boolean;
  first_page_cpc: string | null;
  platform_id: string | null;
  created_at: string;
  clicks_30d: number;
  cost_30d: string;
  conversions_30d: string;
}

/** A negative keyword on the campaign, or on one of its ads; without a platform id it waits here. */
export interface NegativeRow {
  id: number;
  ad_id: number | null;
  text: string;
  match_type: MatchType;
  platform_id: string | null;
  created_at: string;
}

export interface AssetRow {
  position: number;
  kind: 'sitelink' | 'callout';
  text: string;
  description1: string | null;
  description2: string | null;
  url: string | null;
  platform_id: string | null;
}

export interface LocationRow {
  position: number;
  kind: 'location' | 'radius';
  name: string;
  geo_target_id: string | null;
  latitude: number | null;
  longitude: number | null;
  radius_km: number | null;
  platform_id: string | null;
}

/** Everything below a campaign. */
export interface CampaignParts {
  ads: AdRow[];
  keywords: KeywordRow[];
  negatives: NegativeRow[];
  assets: AssetRow[];
  locations: LocationRow[];
}

type OfCampaign<Row> = Statement<[organizationId: number, campaignId: number], Row>;
type OfAd<Row> = Statement<[organizationId: number, campaignId: number, adId: number], Row>;

const ads: OfCampaign<AdRow> = statement(`${ADS} order by id`);
const KEYWORDS = `
  select id, ad_id, text, match_type, state, cpc_bid, quality_score, approval, low_volume, first_page_cpc,
    platform_id, created_at, clicks_30d, cost_30d, conversions_30d
  from keyword where organization_id = $1 and campaign_id = $2`;
const NEGATIVES = `
  select id, ad_id, text, match_type, platform_id, created_at
  from negative_keyword where organization_id = $1 and campaign_id = $2`;
const keywords: OfCampaign<KeywordRow> = statement(`${KEYWORDS} order by id`);
const negatives: OfCampaign<NegativeRow> = statement(`${NEGATIVES} order by id`);
const keywordsOfAd: OfAd<KeywordRow> = statement(`${KEYWORDS} and ad_id = $3 order by id`);
const negativesOfAd: OfAd<NegativeRow> = statement(`${NEGATIVES} and ad_id = $3 order by id`);
const assets: OfCampaign<AssetRow> = statement(`
  select position, kind, text, description1, description2, url, platform_id
  from campaign_asset where organization_id = $1 and campaign_id = $2 order by position`);
const LOCATIONS = `
  select position, kind, name, geo_target_id, latitude, longitude, radius_km, platform_id
  from campaign_location where organization_id = $1 and campaign_id = $2 order by position`;
const locations: OfCampaign<LocationRow> = statement(LOCATIONS);

/** Reads everything below a campaign; inside a transaction that holds the campaign it is one state. */
export async function campaignParts(tenancy: Tenancy, campaignId: number): Promise<CampaignParts> {
  const { db, organizationId } = tenancy;
  return {
    ...(await partsWithoutWords(tenancy, campaignId)),
    keywords: await db.rows(keywords, organizationId, campaignId),
    negatives: await db.rows(negatives, organizationId, campaignId),
  };
}

/** The same with one ad alone and its keywords, or with none: a campaign may have thousands, each with hundreds. */
export async function partsAround(tenancy: Tenancy, campaignId: number, adId: number | null): Promise<CampaignParts> {
  const { db, organizationId } = tenancy;
  return {
    ...(await surroundings(tenancy, campaignId)),
    ads: adId === null ? [] : await adsAmong(tenancy, campaignId, [adId]),
    keywords: adId === null ? [] : await db.rows(keywordsOfAd, organizationId, campaignId, adId),
    negatives: adId === null ? [] : await db.rows(negativesOfAd, organizationId, campaignId, adId),
  };
}

/** An ad as the page of its campaign shows it, with what its texts stand on. */
export type ShownAd = Omit<AdRow, 'cpc_bid'> & { sources: unknown };

/** What one of them stands on may be as large as its texts ten times over. */
const ADS_IN_A_PIECE = 25;

/** The latest, so that one which was just made is among them; the latest of those with what their texts stand on. */
const shownAds = statement<[organizationId: number, campaignId: number, most: number, withSources: number], PackedRows>(
  packed(
    `select id, name, state, generating, final_url, headlines, descriptions, path1, path2, approval, platform_id, created_at,
      case when row_number() over (order by id desc) <= $4 then sources else '{}' end as sources
    from (
      select id, name, state, generating, final_url, headlines, descriptions, path1, path2, approval, platform_id,
        created_at, sources
      from ad where organization_id = $1 and campaign_id = $2 order by id desc limit $3
    ) latest`,
    'q.id',
    ADS_IN_A_PIECE,
  ),
);

/** The latest of the campaign itself, then of these ads. */
const shownNegatives = statement<
  [organizationId: number, campaignId: number, adIds: number[], most: number],
  PackedRows
>(
  packed(
    `select id, ad_id, text, match_type from negative_keyword
    where organization_id = $1 and campaign_id = $2 and (ad_id is null or ad_id = any ($3::bigint[]))
    order by ad_id is not null, id desc limit $4`,
    'q.id',
  ),
);

/** A keyword as the page of its campaign shows it. */
type ShownKeyword = Pick<KeywordRow, 'ad_id' | 'text' | 'match_type' | 'state'>;

/** The first of each ad, and of all those the first, so that each ad has its share where there are very many. */
const firstKeywords = statement<
  [organizationId: number, campaignId: number, adIds: number[], ofEach: number, inAll: number],
  PackedRows
>(
  packed(
    `select ad_id, text, match_type, state, place from (
      select ad_id, text, match_type, state, row_number() over (partition by ad_id order by id) as place
      from keyword where organization_id = $1 and campaign_id = $2 and ad_id = any ($3::bigint[])
    ) k
    where place <= $4 order by place, ad_id limit $5`,
    'q.place, q.ad_id',
  ),
);
const keywordCounts = statement<[organizationId: number, campaignId: number, adIds: number[]], PackedRows>(
  packed(
    `select ad_id, count(*) as count from keyword
    where organization_id = $1 and campaign_id = $2 and ad_id = any ($3::bigint[]) group by ad_id`,
    'q.ad_id',
  ),
);
const shownLocations = statement<[organizationId: number, campaignId: number, most: number], LocationRow>(
  `${LOCATIONS} limit $3`,
);
const counted = (table: string) => `(select count(*) from ${table} where organization_id = $1 and campaign_id = c.id)`;
const counts: OfCampaign<{ ads: number; negatives: number; locations: number }> = statement(`
  select ${counted('ad')} as ads, ${counted('negative_keyword')} as negatives, ${counted('campaign_location')} as locations
  from campaign c where organization_id = $1 and id = $2`);

/** How much of a campaign is shown at most. */
export interface ShownAtMost {
  ads: number;
  /** Of so many of them what their texts stand on. */
  sources: number;
  keywordsOfEach: number;
  keywords: number;
  negatives: number;
  locations: number;
}

/** What is below a campaign, up to so much of each kind, and how much there is of it in all. */
export async function partsInShort(tenancy: Tenancy, campaignId: number, most: ShownAtMost) {
  const { db, organizationId } = tenancy;
  const rows = await unpacked<ShownAd>(await db.rows(shownAds, organizationId, campaignId, most.ads, most.sources));
  const shown = [organizationId, campaignId, rows.map(({ id }) => id)] as const;
  const ofAds = await unpacked<{ ad_id: number; count: number }>(await db.rows(keywordCounts, ...shown));
  const words = await db.rows(firstKeywords, ...shown, most.keywordsOfEach, most.keywords);
  return {
    ads: await eachInTurns(rows, (ad) => ({ ...ad, created_at: new Date(ad.created_at).toISOString() })),
    keywords: await unpacked<ShownKeyword>(words),
    keywordCounts: new Map(ofAds.map(({ ad_id, count }) => [ad_id, count])),
    negatives: await unpacked<Omit<NegativeRow, 'platform_id' | 'created_at'>>(
      await db.rows(shownNegatives, ...shown, most.negatives),
    ),
    assets: await db.rows(assets, organizationId, campaignId),
    locations: await db.rows(shownLocations, organizationId, campaignId, most.locations),
    counts: (await db.row(counts, organizationId, campaignId)) ?? { ads: 0, negatives: 0, locations: 0 },
  };
}

const taken = statement<[organizationId: number, campaignId: number, folded: string[]], { folded: string }>(
  'select distinct folded from keyword where organization_id = $1 and campaign_id = $2 and folded = any($3)',
);

/** The texts of these that a campaign has keywords of already, folded: of all that it has, only they are looked for. */
export async function takenAmong(
  { db, organizationId }: Tenancy,
  campaignId: number,
  these: readonly { text: string }[],
): Promise<Set<string>> {
  const texts = these.map(({ text }) => folded(text));
  const found = await db.rows(taken, organizationId, campaignId, texts);
  return new Set(found.map((row) => row.folded));
}

/** Everything below a campaign but the words that it is found by. */
export async function partsWithoutWords(tenancy: Tenancy, campaignId: number) {
  const { db, organizationId } = tenancy;
  return { ads: await db.rows(ads, organizationId, campaignId), ...(await surroundings(tenancy, campaignId)) };
}

async function surroundings(tenancy: Tenancy, campaignId: number) {
  const { db, organizationId } = tenancy;
  return {
    assets: await db.rows(assets, organizationId, campaignId),
    locations: await locationsOf(tenancy, campaignId),
  };
}

/** Where a campaign is to be shown. */
export function locationsOf({ db, organizationId }: Tenancy, campaignId: number): Promise<LocationRow[]> {
  return db.rows(locations, organizationId, campaignId);
}
