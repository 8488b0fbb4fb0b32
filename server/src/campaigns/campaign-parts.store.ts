import type { Tenancy } from '../base/context.ts';
import { type Statement, statement } from '../base/database.ts';
import { eachInTurns } from '../base/long-work.ts';
import { type PackedRows, packed, unpacked } from '../base/packed-rows.store.ts';
import type { MatchType } from '../ports/ad-platform.ts';
import { ADS, type AdRow } from './ads-of-campaign.store.ts';
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
const packedKeywords: OfAd<PackedRows> = statement(
  packed(
    `select id, ad_id, text, match_type, state, cpc_bid::text as cpc_bid, platform_id
    from keyword where organization_id = $1 and campaign_id = $2 and ad_id = $3`,
    'q.id',
  ),
);
const packedNegatives: OfAd<PackedRows> = statement(
  packed(
    `select id, ad_id, text, match_type, platform_id
    from negative_keyword where organization_id = $1 and campaign_id = $2 and ad_id = $3`,
    'q.id',
  ),
);
const assets: OfCampaign<AssetRow> = statement(`
  select position, kind, text, description1, description2, url, platform_id
  from campaign_asset where organization_id = $1 and campaign_id = $2 order by position`);
const LOCATIONS = `
  select position, kind, name, geo_target_id, latitude, longitude, radius_km, platform_id
  from campaign_location where organization_id = $1 and campaign_id = $2 order by position`;
const firstLocations = statement<[organizationId: number, campaignId: number, most: number], PackedRows>(
  packed(`${LOCATIONS} limit $3`, 'q.position'),
);

/** Reads everything below a campaign; inside a transaction that holds the campaign it is one state. */
export async function campaignParts(tenancy: Tenancy, campaignId: number): Promise<CampaignParts> {
  const { db, organizationId } = tenancy;
  return {
    ads: await adsOf(tenancy, campaignId),
    assets: await assetsOf(tenancy, campaignId),
    locations: await locationsOf(tenancy, campaignId),
    keywords: await db.rows(keywords, organizationId, campaignId),
    negatives: await db.rows(negatives, organizationId, campaignId),
  };
}

/** A keyword and a negative keyword of an ad, as the ad platform is told of them. */
export type KeywordOfAd = Pick<
  KeywordRow,
  'id' | 'ad_id' | 'text' | 'match_type' | 'state' | 'cpc_bid' | 'platform_id'
>;
export type NegativeOfAd = Omit<NegativeRow, 'created_at'>;

/** The keywords of one ad: one that was made elsewhere may have thousands. */
export async function keywordsOfAd(
  { db, organizationId }: Tenancy,
  campaignId: number,
  adId: number,
): Promise<KeywordOfAd[]> {
  return unpacked<KeywordOfAd>(await db.rows(packedKeywords, organizationId, campaignId, adId));
}

/** The negative keywords of one ad. */
export async function negativesOfAd(
  { db, organizationId }: Tenancy,
  campaignId: number,
  adId: number,
): Promise<NegativeOfAd[]> {
  return unpacked<NegativeOfAd>(await db.rows(packedNegatives, organizationId, campaignId, adId));
}

/** The ads of a campaign with their texts. */
export function adsOf({ db, organizationId }: Tenancy, campaignId: number): Promise<AdRow[]> {
  return db.rows(ads, organizationId, campaignId);
}

/** The sitelinks and callouts of a campaign. */
export function assetsOf({ db, organizationId }: Tenancy, campaignId: number): Promise<AssetRow[]> {
  return db.rows(assets, organizationId, campaignId);
}

/** Where a campaign is to be shown, or the first of that: a large one has thousands of places, and so have its drafts. */
export async function locationsOf(
  { db, organizationId }: Tenancy,
  campaignId: number,
  most = Number.MAX_SAFE_INTEGER,
): Promise<LocationRow[]> {
  return unpacked<LocationRow>(await db.rows(firstLocations, organizationId, campaignId, most));
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
    assets: await assetsOf(tenancy, campaignId),
    locations: await locationsOf(tenancy, campaignId, most.locations),
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
