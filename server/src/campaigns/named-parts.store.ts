import type { Tenancy } from '../base/context.ts';
import { statement } from '../base/database.ts';
import type { AdRow } from './ads-of-campaign.store.ts';
import type { NegativeRow } from './campaign-parts.store.ts';
import type { EditedKeyword } from './keyword-edit.store.ts';
import { folded } from './keyword-text.ts';
import { type PlacedText, type TextsInPlaces, type TextsOnAds, textsInPlaces } from './placed-texts.ts';

/** What is meant of a campaign's keywords, or of its negative keywords: some by their ids, some by text and place. */
export interface Naming {
  ids: readonly number[];
  texts: readonly PlacedText[];
}

/** The ads of a campaign, and of what lies below them what was named. */
export interface NamedParts {
  ads: Pick<AdRow, 'id' | 'platform_id'>[];
  keywords: EditedKeyword[];
  negatives: Omit<NegativeRow, 'created_at'>[];
}

const OF_CAMPAIGN = 'organization_id = $1 and campaign_id = $2';

const ads = statement<[organizationId: number, campaignId: number], NamedParts['ads'][number]>(
  'select id, platform_id from ad where organization_id = $1 and campaign_id = $2 order by id',
);
// Each is looked for on its own, which "offset 0" holds the planner to: the same words may stand on thousands of ads. The
// campaign is compared afterwards, so that no index of all that it has seems as good.
const KEYWORD = `select id, campaign_id, ad_id, text, match_type, state, cpc_bid, platform_id from keyword
    where organization_id = $1`;
const keywords = statement<
  [organizationId: number, campaignId: number, ids: number[], ...TextsOnAds],
  NamedParts['keywords'][number]
>(`
  select id, ad_id, text, match_type, state, cpc_bid, platform_id from unnest($3::bigint[]) as t (id_there)
  cross join lateral (${KEYWORD} and id = t.id_there offset 0) as found where campaign_id = $2
  union
  select id, ad_id, text, match_type, state, cpc_bid, platform_id
  from unnest($4::text[], $5::bigint[]) as t (text_there, ad_there)
  cross join lateral (${KEYWORD} and ad_id = t.ad_there and folded = t.text_there offset 0) as found
  where campaign_id = $2
  order by id`);
// Of these there are fewer. Subqueries are hashed, whatever plan is kept for the statement: a list would be gone through for
// each row.
const negatives = statement<
  [organizationId: number, campaignId: number, ids: number[], ...TextsInPlaces],
  NamedParts['negatives'][number]
>(`
  select id, ad_id, text, match_type, platform_id from negative_keyword
  where ${OF_CAMPAIGN} and (
    id in (select unnest($3::bigint[]))
    or (folded, ad_id) in (select text_there, ad_there from unnest($4::text[], $5::bigint[]) as t (text_there, ad_there))
    or ad_id is null and folded in (select unnest($6::text[])))
  order by id`);

/** Reads what is named of a campaign, which may have tens of thousands of keywords. */
export async function namedParts(
  { db, organizationId }: Tenancy,
  campaignId: number,
  named: { keywords: Naming; negatives: Naming },
): Promise<NamedParts> {
  const isNamed = ({ ids, texts }: Naming) => ids.length + texts.length > 0;
  const of = [organizationId, campaignId] as const;
  const [texts, adIds] = textsInPlaces(named.keywords.texts);
  const excluded = textsInPlaces(named.negatives.texts);
  return {
    ads: await db.rows(ads, ...of),
    keywords: isNamed(named.keywords) ? await db.rows(keywords, ...of, [...named.keywords.ids], texts, adIds) : [],
    negatives: isNamed(named.negatives) ? await db.rows(negatives, ...of, [...named.negatives.ids], ...excluded) : [],
  };
}

const enabled = statement<[organizationId: number, campaignId: number, folded: string[]], { folded: string }>(`
  select t.folded from unnest($3::text[]) as t (folded)
  cross join lateral (
    select 1 from keyword where ${OF_CAMPAIGN} and keyword.folded = t.folded and state = 'enabled' limit 1) as found`);

/** Of these texts, as they are compared, those that a campaign has a keyword for which runs. */
export async function servedTexts(
  { db, organizationId }: Tenancy,
  campaignId: number,
  texts: readonly string[],
): Promise<ReadonlySet<string>> {
  if (texts.length === 0) return new Set();
  const rows = await db.rows(enabled, organizationId, campaignId, [...new Set(texts.map(folded))]);
  return new Set(rows.map((row) => row.folded));
}
