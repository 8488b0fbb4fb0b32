import type { Tenancy } from '../base/context.ts';
import { type Statement, statement } from '../base/database.ts';
import type { MatchType } from '../ports/ad-platform.ts';

/** What keywords can be ordered by, highest first. */
export const KEYWORD_SORTS = ['cost', 'clicks', 'conversions'] as const;
export type KeywordSort = (typeof KEYWORD_SORTS)[number];

const KEYWORD_STATES = ['enabled', 'paused'] as const;
type KeywordState = (typeof KEYWORD_STATES)[number];

/** Where a page begins: after the keyword of that id, whose figure was that. */
export interface KeywordPosition {
  figure: string;
  id: number;
}

/** One row of the keyword list. */
export interface KeywordListRow {
  id: number;
  text: string;
  match_type: MatchType;
  state: KeywordState;
  clicks_30d: number;
  cost_30d: string;
  conversions_30d: string;
  avg_cpc: string;
  figure: string;
}

type Row = KeywordListRow & { total: number; campaign_id: number };
type NoRow = { id: null; total: number; campaign_id: number };
type Page = Statement<
  [
    organizationId: number,
    slug: string,
    states: readonly string[],
    figure: string | null,
    id: number | null,
    limit: number,
  ],
  Row | NoRow
>;

/** Each state has an order of its own, which an index keeps: the page is made of the beginnings of both. */
const pageBy = (figure: string, type: string, beyondAll: string): Page =>
  statement(`
  select c.id as campaign_id, t.total, p.*
  from campaign c
  cross join lateral (
    select count(*) as total from keyword where organization_id = $1 and campaign_id = c.id and state = any ($3::text[])
  ) t
  left join lateral (
    select k.* from unnest($3::text[]) as s (state)
    cross join lateral (
      select id, text, match_type, state, clicks_30d, cost_30d, conversions_30d, ${figure}::text as figure,
        case when clicks_30d > 0 then round(cost_30d / clicks_30d, 2) else 0 end as avg_cpc
      from keyword
      where organization_id = $1 and campaign_id = c.id and state = s.state
        and (${figure}, id) < (coalesce($4::${type}, '${beyondAll}'), coalesce($5::bigint, 0))
      order by ${figure} desc, id desc limit $6
    ) k
    order by k.${figure} desc, k.id desc limit $6
  ) p on true
  where c.organization_id = $1 and c.slug = $2
  order by p.figure::numeric desc, p.id desc`);

const pages: Readonly<Record<KeywordSort, Page>> = {
  cost: pageBy('cost_30d', 'numeric', 'infinity'),
  clicks: pageBy('clicks_30d', 'integer', '2147483647'),
  conversions: pageBy('conversions_30d', 'numeric', 'infinity'),
};

/** One page of a campaign's keywords, highest first, and how many there are in all; undefined without the campaign. */
export async function keywordPage(
  { db, organizationId }: Tenancy,
  { slug, state, sort }: { slug: string; state: KeywordState | null; sort: KeywordSort },
  after: KeywordPosition | undefined,
  limit: number,
): Promise<{ rows: KeywordListRow[]; total: number } | undefined> {
  const found = await db.rows(
    pages[sort],
    organizationId,
    slug,
    state === null ? KEYWORD_STATES : [state],
    after?.figure ?? null,
    after?.id ?? null,
    limit,
  );
  const [first] = found;
  return first && { rows: found.filter((row) => row.id !== null), total: first.total };
}
