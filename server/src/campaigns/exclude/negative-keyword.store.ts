import type { Tenancy } from '../../base/context.ts';
import { statement } from '../../base/database.ts';
import type { MatchType } from '../../ports/ad-platform.ts';
import { folded, keywordKey, type Worded, withFolded } from '../keyword-text.ts';
import { type TextsInPlaces, textsInPlaces } from '../placed-texts.ts';

/** A negative keyword of a campaign. */
export interface NegativeKeyword {
  text: string;
  match_type: MatchType;
  platform_id: string | null;
}

const among = statement<[organizationId: number, campaignId: number, folded: string[]], Worded>(`
  select text, match_type from negative_keyword
  where organization_id = $1 and campaign_id = $2 and ad_id is null and folded = any($3)`);

/** Of these keywords, each once, those that are not negative keywords of the campaign already. */
export async function notYetNegative<Keyword extends Worded>(
  { db, organizationId }: Tenancy,
  campaignId: number,
  keywords: readonly Keyword[],
): Promise<Keyword[]> {
  const wanted = new Map(keywords.toReversed().map((keyword) => [keywordKey(keyword), keyword]));
  const texts = [...new Set(keywords.map(({ text }) => folded(text)))];
  for (const known of await db.rows(among, organizationId, campaignId, texts)) wanted.delete(keywordKey(known));
  return [...wanted.values()].toReversed();
}

const alike = statement<
  [organizationId: number, campaignId: number, ...TextsInPlaces],
  NegativeKeyword & { id: number; ad_id: number | null }
>(`
  select id, ad_id, text, match_type, platform_id from negative_keyword
  where organization_id = $1 and campaign_id = $2 and (
    (folded, ad_id) in (select text_there, ad_there from unnest($3::text[], $4::bigint[]) as t (text_there, ad_there))
    or ad_id is null and folded in (select unnest($5::text[])))
  order by id`);

/** The negative keywords of a campaign and of its ads that have the texts of these in the same places. */
export function negativesLike(
  { db, organizationId }: Tenancy,
  campaignId: number,
  these: readonly { ad?: { id: number } | undefined; text: string }[],
) {
  const placed = these.map(({ ad, text }) => ({ ad_id: ad?.id ?? null, text }));
  return db.rows(alike, organizationId, campaignId, ...textsInPlaces(placed));
}

const SENT =
  'jsonb_to_recordset($3::jsonb) as t (ad_id bigint, text text, folded text, match_type text, platform_id text)';

const arrive = statement<[organizationId: number, campaignId: number, negatives: string], never>(`
  update negative_keyword n set platform_id = t.platform_id from ${SENT}
  where n.organization_id = $1 and n.campaign_id = $2 and n.ad_id is not distinct from t.ad_id and n.platform_id is null
    and n.folded = t.folded and n.match_type = t.match_type and t.platform_id is not null
    and not exists (
      select 1 from negative_keyword k
      where k.organization_id = $1 and k.campaign_id = $2 and k.platform_id = t.platform_id)`);
const insert = statement<[organizationId: number, campaignId: number, negatives: string, at: Date], never>(`
  insert into negative_keyword (organization_id, campaign_id, ad_id, text, folded, match_type, platform_id, created_at)
  select $1::integer, $2::bigint, ad_id, text, folded, match_type, platform_id, $4::timestamptz from ${SENT}
  where t.platform_id is not null or not exists (
    select 1 from negative_keyword k
    where k.organization_id = $1 and k.campaign_id = $2 and k.ad_id is not distinct from t.ad_id
      and k.folded = t.folded and k.match_type = t.match_type)
  on conflict do nothing`);

/** Adds negative keywords; one that waits here already only learns its platform id. */
export async function insertNegatives(
  { db, organizationId }: Tenancy,
  campaignId: number,
  negatives: readonly (NegativeKeyword & { ad_id?: number | null })[],
  at: Date,
): Promise<void> {
  const sent = JSON.stringify(withFolded(negatives));
  await db.execute(arrive, organizationId, campaignId, sent);
  await db.execute(insert, organizationId, campaignId, sent, at);
}

const remove = statement<[organizationId: number, campaignId: number, negatives: string], never>(`
  delete from negative_keyword n using ${SENT}
  where n.organization_id = $1 and n.campaign_id = $2
    and n.platform_id is not distinct from t.platform_id
    and (n.platform_id is not null or (
      n.ad_id is not distinct from t.ad_id and n.folded = t.folded and n.match_type = t.match_type))`);

/** Removes negative keywords: those that the platform knows by its id, those that wait by their text and their ad. */
export async function deleteNegatives(
  { db, organizationId }: Tenancy,
  campaignId: number,
  negatives: readonly (NegativeKeyword & { ad?: { id: number } | undefined })[],
): Promise<void> {
  const sent = negatives.map(({ ad, ...negative }) => ({ ...negative, ad_id: ad?.id ?? null }));
  await db.execute(remove, organizationId, campaignId, JSON.stringify(withFolded(sent)));
}
