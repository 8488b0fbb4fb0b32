import type { Tenancy } from '../../base/context.ts';
import { type Statement, statement } from '../../base/database.ts';
import type { AdRow } from '../ads-of-campaign.store.ts';
import type { KeywordRow, NegativeRow } from '../campaign-parts.store.ts';

type Known = { platform_id: string };
type OfAd = { platform_ad_id: string };
/** The text as it is compared. */
type Folded = { folded: string };

export type MergedAd = Known & Omit<AdRow, 'id' | 'generating' | 'platform_id' | 'created_at'>;
export type MergedKeyword = Known &
  Folded &
  OfAd &
  Pick<
    KeywordRow,
    'text' | 'match_type' | 'state' | 'cpc_bid' | 'quality_score' | 'approval' | 'low_volume' | 'first_page_cpc'
  >;
export type MergedNegative = Known &
  Folded &
  Pick<NegativeRow, 'text' | 'match_type'> & { platform_ad_id: string | null };

type Adopt = Statement<[organizationId: number, campaignId: number, read: string], never>;
type Write = Statement<[organizationId: number, campaignId: number, read: string, firstSeen: Date], never>;

const set = (table: string, columns: string[]) => `
  set ${columns.map((column) => `${column} = excluded.${column}`)}
  where (${columns.map((column) => `${table}.${column}`)}) is distinct from (${columns.map((column) => `excluded.${column}`)})`;

const AD_COLUMNS = 'name, state, final_url, headlines, descriptions, path1, path2, cpc_bid, approval'.split(', ');
const READ_ADS = `json_to_recordset($3::json) as r (platform_id text, name text, state text, final_url text,
  headlines text[], descriptions text[], path1 text, path2 text, cpc_bid numeric, approval text)`;

const adoptAds: Adopt = statement(`
  update ad set platform_id = r.platform_id from ${READ_ADS}
  where ad.organization_id = $1 and ad.id = (
      select min(id) from ad w where w.organization_id = $1 and w.campaign_id = $2 and w.platform_id is null
        and not w.generating and w.name = r.name)
    and not exists (
      select 1 from ad w where w.organization_id = $1 and w.campaign_id = $2 and w.platform_id = r.platform_id)`);
const writeAds: Write = statement(`
  insert into ad (organization_id, campaign_id, platform_id, created_at, ${AD_COLUMNS})
  select $1::integer, $2::bigint, platform_id, $4::timestamptz, ${AD_COLUMNS} from ${READ_ADS}
  on conflict (organization_id, campaign_id, platform_id) do update ${set('ad', AD_COLUMNS)}`);

const KEYWORD_COLUMNS =
  'text, folded, match_type, state, cpc_bid, quality_score, approval, low_volume, first_page_cpc'.split(', ');
export const READ_KEYWORDS = `json_to_recordset($3::json) as r (platform_ad_id text, platform_id text, text text,
    folded text, match_type text, state text, cpc_bid numeric, quality_score smallint, approval text, low_volume boolean,
    first_page_cpc numeric)
  join ad on ad.organization_id = $1 and ad.campaign_id = $2 and ad.platform_id = r.platform_ad_id`;

const adoptKeywords: Adopt = statement(`
  with waiting as materialized (
    select ad_id, folded, match_type, min(id) as id from keyword
    where organization_id = $1 and campaign_id = $2 and platform_id is null group by ad_id, folded, match_type
  )
  update keyword set platform_id = r.platform_id
  from (
    select r.platform_id, ad.id as ad_id, waiting.id from ${READ_KEYWORDS}
    join waiting on waiting.ad_id = ad.id and waiting.folded = r.folded and waiting.match_type = r.match_type) r
  where keyword.organization_id = $1 and keyword.id = r.id
    and not exists (
      select 1 from keyword w where w.organization_id = $1 and w.ad_id = r.ad_id and w.platform_id = r.platform_id)`);
const writeKeywords: Write = statement(`
  insert into keyword (organization_id, campaign_id, ad_id, platform_id, created_at, ${KEYWORD_COLUMNS})
  select $1::integer, $2::bigint, ad.id, r.platform_id, $4::timestamptz,
    ${KEYWORD_COLUMNS.map((column) => `r.${column}`)} from ${READ_KEYWORDS}
  on conflict (organization_id, ad_id, platform_id) do update ${set('keyword', KEYWORD_COLUMNS)}`);

const NEGATIVE_COLUMNS = ['ad_id', 'text', 'folded', 'match_type'];
export const READ_NEGATIVES = `(
    select r.*, ad.id as ad_id
    from json_to_recordset($3::json) as r (platform_ad_id text, platform_id text, text text, folded text, match_type text)
    left join ad on ad.organization_id = $1 and ad.campaign_id = $2 and ad.platform_id = r.platform_ad_id
    where r.platform_ad_id is null or ad.id is not null) r`;

const adoptNegatives: Adopt = statement(`
  update negative_keyword n set platform_id = r.platform_id from ${READ_NEGATIVES}
  where n.organization_id = $1 and n.campaign_id = $2 and n.platform_id is null
    and coalesce(n.ad_id, 0) = coalesce(r.ad_id, 0) and n.folded = r.folded and n.match_type = r.match_type
    and not exists (
      select 1 from negative_keyword k
      where k.organization_id = $1 and k.campaign_id = $2 and k.platform_id = r.platform_id)`);
const writeNegatives: Write = statement(`
  insert into negative_keyword (organization_id, campaign_id, platform_id, created_at, ${NEGATIVE_COLUMNS})
  select $1::integer, $2::bigint, platform_id, $4::timestamptz, ${NEGATIVE_COLUMNS} from ${READ_NEGATIVES}
  on conflict (organization_id, campaign_id, platform_id) where platform_id is not null
  do update ${set('negative_keyword', NEGATIVE_COLUMNS)}`);

const planAfresh = statement<[], never>(`select set_config('plan_cache_mode', 'force_custom_plan', true)`);

/**
 * Has the statements of a transaction planned for what they are given. A plan for any values searches a list from its start
 * for each row: with tens of thousands of keywords on both sides that never ends.
 */
export async function planForValues({ db }: Pick<Tenancy, 'db'>): Promise<void> {
  await db.execute(planAfresh);
}

/** Rows as statements take them, a part of them at a time. */
export type Chunks = Iterable<string> | AsyncIterable<string>;

/** What the platform has below a campaign, as statements take it: a part of it at a time. */
export interface ReadParts {
  ads: Chunks;
  keywords: Chunks;
  negatives: Chunks;
  /** The platform's ids of all that. */
  ids: { ads: string; keywords: string; negatives: string };
}

/** Ids are handed over as one text: a list of a hundred thousand would be written, element by element, in one go. */
export const BETWEEN_IDS = ' ';
export const idsIn = (parameter: string) => `string_to_array(${parameter}::text, '${BETWEEN_IDS}')`;

const WAITING = 'organization_id = $1 and campaign_id = $2 and platform_id is null';
type Waits = Statement<[organizationId: number, campaignId: number], { id: number }>;
const waitingAd: Waits = statement(`select id from ad where ${WAITING} limit 1`);
const waitingKeyword: Waits = statement(`select id from keyword where ${WAITING} limit 1`);
const waitingNegative: Waits = statement(`select id from negative_keyword where ${WAITING} limit 1`);

/** Ads of the same name that wait here, keywords and negative keywords of the same text, are those that have arrived. */
export async function adoptParts(tenancy: Tenancy, campaignId: number, { ads, keywords, negatives }: ReadParts) {
  await adoptWaiting(tenancy, campaignId, waitingAd, adoptAds, ads);
  await adoptWaiting(tenancy, campaignId, waitingKeyword, adoptKeywords, keywords);
  await adoptWaiting(tenancy, campaignId, waitingNegative, adoptNegatives, negatives);
}

/** Mostly nothing waits: then the tens of thousands that were read are not looked through. */
async function adoptWaiting(
  { db, organizationId }: Tenancy,
  campaignId: number,
  waiting: Waits,
  adopt: Adopt,
  read: Chunks,
): Promise<void> {
  if (!(await db.row(waiting, organizationId, campaignId))) return;
  for await (const rows of read) await db.execute(adopt, organizationId, campaignId, rows);
}

/** Takes over what the platform has. */
export async function writeParts({ db, organizationId }: Tenancy, campaignId: number, read: ReadParts, seen: Date) {
  for await (const ads of read.ads) await db.execute(writeAds, organizationId, campaignId, ads, seen);
  for await (const keywords of read.keywords)
    await db.execute(writeKeywords, organizationId, campaignId, keywords, seen);
  for await (const negatives of read.negatives)
    await db.execute(writeNegatives, organizationId, campaignId, negatives, seen);
}

type Remove = Statement<[organizationId: number, campaignId: number, existing: string], never>;

const GONE = `organization_id = $1 and campaign_id = $2 and platform_id is not null
  and platform_id <> all(${idsIn('$3')})`;
const removeKeywords: Remove = statement(`delete from keyword where ${GONE}`);
const removeNegatives: Remove = statement(`delete from negative_keyword where ${GONE}`);
const EMPTY = (table: string) =>
  `not exists (select 1 from ${table} p where p.organization_id = $1 and p.campaign_id = $2 and p.ad_id = ad.id)`;
const removeAds: Remove = statement(`
  delete from ad where ${GONE} and ${EMPTY('keyword')} and ${EMPTY('negative_keyword')}`);
const stopAds: Remove = statement(`update ad set state = 'paused' where ${GONE} and state <> 'paused'`);

/** Removes what the platform no longer has. An ad on which something still waits here stays, paused. */
export async function removeGone({ db, organizationId }: Tenancy, campaignId: number, { ids: existing }: ReadParts) {
  await db.execute(removeKeywords, organizationId, campaignId, existing.keywords);
  await db.execute(removeNegatives, organizationId, campaignId, existing.negatives);
  await db.execute(removeAds, organizationId, campaignId, existing.ads);
  await db.execute(stopAds, organizationId, campaignId, existing.ads);
}
