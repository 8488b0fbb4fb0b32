import type { Tenancy } from '../../base/context.ts';
import { type Statement, statement } from '../../base/database.ts';
import type { AdRow } from '../ads-of-campaign.store.ts';
import type { KeywordRow, NegativeRow } from '../campaign-parts.store.ts';
import { withFolded } from '../keyword-text.ts';
import { keptSources } from './kept-sources.ts';

type OfAd = [organizationId: number, campaignId: number, adId: number];

const dropKeywords = statement<OfAd, never>(
  'delete from keyword where organization_id = $1 and campaign_id = $2 and ad_id = $3',
);
const dropNegatives = statement<OfAd, never>(
  'delete from negative_keyword where organization_id = $1 and campaign_id = $2 and ad_id = $3',
);
const dropAd = statement<OfAd, never>('delete from ad where organization_id = $1 and campaign_id = $2 and id = $3');

/** Removes an ad with everything below it. */
export async function deleteAd({ db, organizationId }: Tenancy, campaignId: number, adId: number): Promise<void> {
  await db.execute(dropKeywords, organizationId, campaignId, adId);
  await db.execute(dropNegatives, organizationId, campaignId, adId);
  await db.execute(dropAd, organizationId, campaignId, adId);
}

type Texts = 'id' | 'name' | 'state' | 'final_url' | 'headlines' | 'descriptions' | 'path1' | 'path2' | 'cpc_bid';

/** null for what only the platform had: it gets a row once it is put back. */
type RowId = { id: number | null };

/** An ad with everything below it, as it can be put back. */
export interface WholeAd extends Pick<AdRow, Texts | 'platform_id'> {
  generating?: boolean | undefined;
  sources: Record<string, unknown>;
  keywords: (RowId & Pick<KeywordRow, 'text' | 'match_type' | 'state' | 'cpc_bid' | 'platform_id'>)[];
  negatives: (RowId & Pick<NegativeRow, 'text' | 'match_type' | 'platform_id'>)[];
}

type Put = [organizationId: number, campaignId: number, rows: string, at: Date];
type PutBelow = [...Put, adId: number];

const putAd = statement<Put, never>(`
  insert into ad (organization_id, campaign_id, created_at, id, name, state, final_url, headlines, descriptions, path1,
    path2, cpc_bid, sources, platform_id)
  select $1::integer, $2::bigint, $4::timestamptz, id, name, state, final_url, headlines, descriptions, path1,
    path2, cpc_bid, sources, platform_id
  from jsonb_to_record($3::jsonb) as a (id bigint, name text, state text, final_url text, headlines text[],
    descriptions text[], path1 text, path2 text, cpc_bid numeric, sources jsonb, platform_id text)
  on conflict do nothing`);

const KEYWORD = 'text, folded, match_type, state, cpc_bid, platform_id';
const KEYWORDS = `jsonb_to_recordset($3::jsonb) as k (id bigint, text text, folded text, match_type text, state text,
    cpc_bid numeric, platform_id text)`;
const NEGATIVE = 'text, folded, match_type, platform_id';
const NEGATIVES = `jsonb_to_recordset($3::jsonb) as k (id bigint, text text, folded text, match_type text,
    platform_id text)`;

/** Those that had a row get it again under its id, the others get one. */
const putting = (table: string, columns: string, rows: string): Statement<PutBelow, never>[] => {
  const put = (names: string, which: string): Statement<PutBelow, never> =>
    statement(`
      insert into ${table} (organization_id, campaign_id, created_at, ad_id, ${names})
      select $1::integer, $2::bigint, $4::timestamptz, $5::bigint, ${names} from ${rows} where ${which}
      on conflict do nothing`);
  return [put(`id, ${columns}`, 'id is not null'), put(columns, 'id is null')];
};
const putKeywords = putting('keyword', KEYWORD, KEYWORDS);
const putNegatives = putting('negative_keyword', NEGATIVE, NEGATIVES);

/** Puts an ad back with everything below it, under the ids that it had here. */
export async function restoreAdRows(
  { db, organizationId }: Tenancy,
  campaignId: number,
  { keywords, negatives, ...ad }: WholeAd,
  at: Date,
): Promise<void> {
  const row = JSON.stringify({ ...ad, sources: keptSources(ad.sources) });
  await db.execute(putAd, organizationId, campaignId, row, at);
  const words = JSON.stringify(withFolded(keywords));
  const excluded = JSON.stringify(withFolded(negatives));
  for (const put of putKeywords) await db.execute(put, organizationId, campaignId, words, at, ad.id);
  for (const put of putNegatives) await db.execute(put, organizationId, campaignId, excluded, at, ad.id);
}
