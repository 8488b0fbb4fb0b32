import type { Tenancy } from '../base/context.ts';
import { statement } from '../base/database.ts';
import type { MatchType } from '../ports/ad-platform.ts';
import { withFolded } from './keyword-text.ts';
import { type TextsOnAds, textsInPlaces } from './placed-texts.ts';

/** A keyword as far as it is edited. */
export interface EditedKeyword {
  id: number;
  ad_id: number;
  text: string;
  match_type: MatchType;
  state: 'enabled' | 'paused';
  cpc_bid: string | null;
  platform_id: string | null;
}

const byIds = statement<[organizationId: number, campaignId: number, ids: number[]], EditedKeyword>(`
  select id, ad_id, text, match_type, state, cpc_bid, platform_id from keyword
  where organization_id = $1 and campaign_id = $2 and id = any($3::bigint[]) order by id`);

/** Those of these keywords that the campaign still has. */
export async function keywordsById(
  { db, organizationId }: Tenancy,
  campaignId: number,
  ids: readonly number[],
): Promise<Map<number, EditedKeyword>> {
  const rows = await db.rows(byIds, organizationId, campaignId, [...ids]);
  return new Map(rows.map((row) => [row.id, row]));
}

// Each is looked for by its ad, as where parts of a campaign are named: its campaign is compared afterwards.
const alike = statement<
  [organizationId: number, campaignId: number, ...TextsOnAds],
  EditedKeyword & { has_spent: boolean }
>(`
  select found.id, ad_id, text, match_type, state, cpc_bid, platform_id, exists (
    select 1 from keyword_day d
    where d.organization_id = $1 and d.keyword_id = found.id and (d.clicks > 0 or d.cost_micros > 0)) as has_spent
  from unnest($3::text[], $4::bigint[]) as t (text_there, ad_there)
  cross join lateral (
    select k.id, k.campaign_id, k.ad_id, k.text, k.match_type, k.state, k.cpc_bid, k.platform_id from keyword k
    where k.organization_id = $1 and k.ad_id = t.ad_there and k.folded = t.text_there
    offset 0) as found
  where found.campaign_id = $2
  order by found.id`);

/** The keywords that have the texts of these on the same ads, each with whether it has spent anything yet. */
export function keywordsLike(
  { db, organizationId }: Tenancy,
  campaignId: number,
  these: readonly { ad: { id: number }; text: string }[],
) {
  const [texts, adIds] = textsInPlaces(these.map(({ ad, text }) => ({ ad_id: ad.id, text })));
  return db.rows(alike, organizationId, campaignId, texts, adIds);
}

type Set = [organizationId: number, campaignId: number, edits: string];

const setStates = statement<Set, never>(`
  update keyword k set state = e.state from jsonb_to_recordset($3::jsonb) as e (id bigint, state text)
  where k.organization_id = $1 and k.campaign_id = $2 and k.id = e.id`);
const setBids = statement<Set, never>(`
  update keyword k set cpc_bid = e.cpc_bid from jsonb_to_recordset($3::jsonb) as e (id bigint, cpc_bid numeric)
  where k.organization_id = $1 and k.campaign_id = $2 and k.id = e.id`);

export async function saveKeywordStates(
  { db, organizationId }: Tenancy,
  campaignId: number,
  states: readonly { id: number; state: 'enabled' | 'paused' }[],
): Promise<void> {
  await db.execute(setStates, organizationId, campaignId, JSON.stringify(states));
}

export async function saveKeywordBids(
  { db, organizationId }: Tenancy,
  campaignId: number,
  bids: readonly { id: number; cpc_bid: string | null }[],
): Promise<void> {
  await db.execute(setBids, organizationId, campaignId, JSON.stringify(bids));
}

/** A keyword that is added to an ad; without a platform id it waits with its draft. */
interface AddedKeyword {
  ad_id: number;
  text: string;
  match_type: MatchType;
  cpc_bid: string | null;
  platform_id: string | null;
}

const insert = statement<[organizationId: number, campaignId: number, keywords: string, at: Date], never>(`
  insert into keyword (organization_id, campaign_id, ad_id, text, folded, match_type, state, cpc_bid, platform_id,
    created_at)
  select $1::integer, $2::bigint, ad_id, text, folded, match_type, 'enabled', cpc_bid, platform_id, $4::timestamptz
  from jsonb_to_recordset($3::jsonb)
    as t (ad_id bigint, text text, folded text, match_type text, cpc_bid numeric, platform_id text)
  where not exists (
    select 1 from keyword k
    where k.organization_id = $1 and k.campaign_id = $2 and k.ad_id = t.ad_id and k.folded = t.folded
      and k.match_type = t.match_type)
  on conflict do nothing`);

/** Adds keywords to ads of a campaign; those that an ad has stay as they are. */
export async function insertKeywords(
  { db, organizationId }: Tenancy,
  campaignId: number,
  keywords: readonly AddedKeyword[],
  at: Date,
): Promise<void> {
  await db.execute(insert, organizationId, campaignId, JSON.stringify(withFolded(keywords)), at);
}

const remove = statement<[organizationId: number, campaignId: number, ids: number[]], never>(`
  delete from keyword where organization_id = $1 and campaign_id = $2 and id = any($3::bigint[])`);

export async function deleteKeywords(
  { db, organizationId }: Tenancy,
  campaignId: number,
  ids: number[],
): Promise<void> {
  await db.execute(remove, organizationId, campaignId, ids);
}
