import type { Tenancy } from '../base/context.ts';
import { statement } from '../base/database.ts';
import { ALL_CAMPAIGNS, CHUNK_LENGTH } from './ranked-list.store.ts';

/** Where a page begins: after the entry with this cost and id. */
export interface After {
  cost: number;
  termId: number;
}

/** Before every entry there can be. */
export const BEFORE_ALL: After = { cost: Number.MAX_SAFE_INTEGER, termId: 2 ** 31 - 1 };

/** One search term in one campaign; amounts in millionths. */
export interface TermRow {
  term_id: number;
  term: string;
  campaign: string;
  clicks: number;
  cost: number;
  conversions: number;
}

/** A row that carries what is known of the list, and a term if the page has any. */
export type MaybeTerm = { [Name in keyof TermRow]: TermRow[Name] | null };

/** A page as it was found: the list may be missing, or end before the page does. */
export interface FoundPage {
  rows: TermRow[];
  /** How many terms the list has in all, and how many of them are kept. */
  total: number;
  depth: number;
  /** How many cost at least what was asked for; null when nothing is asked for or the kept ones all do. */
  matching: number | null;
}

/** What is asked of a list. */
export interface PageQuestion {
  /** Slug of one campaign; undefined for all. */
  campaign?: string | undefined;
  days: number;
  /** In millionths; 0 for all. */
  minCost: number;
  limit: number;
  after?: After | undefined;
}

/** Of one campaign the slug is known; of all, each row's campaign has to be looked up. */
const CAMPAIGN = {
  all: { slug: 'c.slug', join: 'left join campaign c on c.organization_id = $1 and c.id = t.campaign_id' },
  one: { slug: '$2::text', join: '' },
};

const pageStatement = ({ slug, join }: (typeof CAMPAIGN)['all']) =>
  statement<
    [
      organizationId: number,
      slug: string | null,
      days: number,
      afterCost: number,
      afterTermId: number,
      minCost: number,
      limit: number,
      chunks: number,
    ],
    Omit<FoundPage, 'rows'> & MaybeTerm
  >(`
  with scope as (
    select case when $2::text is null then ${ALL_CAMPAIGNS}
      else (select id from campaign where organization_id = $1 and slug = $2) end as campaign_id
  ), page as (
    select e.* from (
      select term_ids, costs, clicks, conversions from search_term_chunk
      where organization_id = $1 and campaign_id = (select campaign_id from scope) and days = $3
        and (last_cost, last_term_id) < ($4, $5)
      order by last_cost desc, last_term_id desc limit $8
    ) c
    cross join lateral unnest(c.term_ids, c.costs, c.clicks, c.conversions) e (term_id, cost, clicks, conversions)
    where (e.cost, e.term_id) < ($4, $5) and e.cost >= $6
    order by e.cost desc, e.term_id desc limit $7
  ), last_match as (
    select first_position - 1 + (select count(*) from unnest(costs) cost where cost >= $6) as matching
    from search_term_chunk
    where organization_id = $1 and campaign_id = (select campaign_id from scope) and days = $3 and last_cost < $6
    order by last_cost desc, last_term_id desc limit 1
  )
  select l.total, l.depth, m.matching, p.*, t.term, ${slug} as campaign
  from search_term_list l
  left join last_match m on true
  left join page p on true
  left join search_term t on t.organization_id = $1 and t.id = p.term_id
  ${join}
  where l.organization_id = $1 and l.campaign_id = (select campaign_id from scope) and l.days = $3
  order by p.cost desc, p.term_id desc`);

const pageOf = { all: pageStatement(CAMPAIGN.all), one: pageStatement(CAMPAIGN.one) };

/** Reads a page of a list, as far as the list is kept; undefined when the list is not kept at all. */
export async function findPage(
  { db, organizationId }: Tenancy,
  { campaign, days, minCost, limit, after }: PageQuestion,
): Promise<FoundPage | undefined> {
  const { cost, termId } = after ?? BEFORE_ALL;
  // A page that does not begin with a chunk may end in one more.
  const chunks = (after ? 1 : 0) + Math.ceil(limit / CHUNK_LENGTH);
  const page = campaign === undefined ? pageOf.all : pageOf.one;
  const slug = campaign ?? null;
  const found = await db.rows(page, organizationId, slug, days, cost, termId, minCost, limit, chunks);
  const [first] = found;
  if (!first) return undefined;
  return { total: first.total, depth: first.depth, matching: first.matching, rows: found.filter(isTerm) };
}

/** Whether the row carries a term. */
export function isTerm<Row extends MaybeTerm>(row: Row): row is Row & TermRow {
  return row.term !== null;
}
