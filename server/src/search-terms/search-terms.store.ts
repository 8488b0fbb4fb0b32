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

/** A page as it was found: the list may end before the page does. */
export interface FoundPage {
  rows: TermRow[];
  /** How many terms the list has in all, and how many of them are kept. */
  total: number;
  depth: number;
  /** How many cost at least what was asked for; null when nothing is asked for or the kept ones all do. */
  matching: number | null;
}

/** A page of a whole list, and when that was last used. */
export interface WholePage extends FoundPage {
  list: { id: string; usedAt: string };
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

/** Where a list and its stretches are found: what is kept ready of every list, or a whole one of these figures. */
const SOURCE = {
  kept: {
    list: `select total, depth from search_term_list
    where organization_id = $1 and campaign_id = (select campaign_id from scope) and days = $3`,
    chunks: `search_term_chunk
      where organization_id = $1 and campaign_id = (select campaign_id from scope) and days = $3`,
  },
  whole: {
    list: `select total, total as depth, id as list_id, used_at from whole_term_list
    where organization_id = $1 and campaign_id = (select campaign_id from scope) and days = $3 and not dropped
      and generation = (select generation from figure_state where organization_id = $1) limit 1`,
    chunks: `whole_term_chunk
      where organization_id = $1 and list_id = (select list_id from list)`,
  },
};

type PageParameters = [
  organizationId: number,
  slug: string | null,
  days: number,
  afterCost: number,
  afterTermId: number,
  minCost: number,
  limit: number,
  chunks: number,
];

const pageStatement = <Row>({ list, chunks }: (typeof SOURCE)['kept'], { slug, join }: (typeof CAMPAIGN)['all']) =>
  statement<PageParameters, Row & MaybeTerm>(`
  with scope as (
    select case when $2::text is null then ${ALL_CAMPAIGNS}
      else (select id from campaign where organization_id = $1 and slug = $2) end as campaign_id
  ), list as (
    ${list}
  ), page as (
    select e.* from (
      select term_ids, costs, clicks, conversions from ${chunks}
        and (last_cost, last_term_id) < ($4, $5)
      order by last_cost desc, last_term_id desc limit $8
    ) c
    cross join lateral unnest(c.term_ids, c.costs, c.clicks, c.conversions) e (term_id, cost, clicks, conversions)
    where (e.cost, e.term_id) < ($4, $5) and e.cost >= $6
    order by e.cost desc, e.term_id desc limit $7
  ), last_match as (
    select first_position - 1 + (select count(*) from unnest(costs) cost where cost >= $6) as matching
    from ${chunks} and last_cost < $6
    order by last_cost desc, last_term_id desc limit 1
  )
  select l.*, m.matching, p.*, t.term, ${slug} as campaign
  from list l
  left join last_match m on true
  left join page p on true
  left join search_term t on t.organization_id = $1 and t.id = p.term_id
  ${join}
  order by p.cost desc, p.term_id desc`);

type KeptRow = Omit<FoundPage, 'rows'>;
type WholeRow = KeptRow & { list_id: string; used_at: string };

const keptPage = {
  all: pageStatement<KeptRow>(SOURCE.kept, CAMPAIGN.all),
  one: pageStatement<KeptRow>(SOURCE.kept, CAMPAIGN.one),
};
const wholePage = {
  all: pageStatement<WholeRow>(SOURCE.whole, CAMPAIGN.all),
  one: pageStatement<WholeRow>(SOURCE.whole, CAMPAIGN.one),
};

/** Reads a page of a list, as far as the list is kept ready; undefined when it is not kept at all. */
export async function findPage(
  { db, organizationId }: Tenancy,
  question: PageQuestion,
): Promise<FoundPage | undefined> {
  const found = await db.rows(keptPage[scopeOf(question)], ...parametersOf(organizationId, question));
  const [first] = found;
  if (!first) return undefined;
  return { total: first.total, depth: first.depth, matching: first.matching, rows: found.filter(isTerm) };
}

/** Reads a page of a whole list; undefined when there is none. */
export async function findWholePage(
  { db, organizationId }: Tenancy,
  question: PageQuestion,
): Promise<WholePage | undefined> {
  const found = await db.rows(wholePage[scopeOf(question)], ...parametersOf(organizationId, question));
  const [first] = found;
  if (!first) return undefined;
  const { total, depth, matching, list_id: id, used_at: usedAt } = first;
  return { total, depth, matching, rows: found.filter(isTerm), list: { id, usedAt } };
}

function scopeOf({ campaign }: PageQuestion): keyof typeof CAMPAIGN {
  return campaign === undefined ? 'all' : 'one';
}

function parametersOf(organizationId: number, { campaign, days, minCost, limit, after }: PageQuestion): PageParameters {
  const { cost, termId } = after ?? BEFORE_ALL;
  // A page that does not begin with a chunk may end in one more.
  const chunks = (after ? 1 : 0) + Math.ceil(limit / CHUNK_LENGTH);
  return [organizationId, campaign ?? null, days, cost, termId, minCost, limit, chunks];
}

/** Whether the row carries a term. */
export function isTerm<Row extends MaybeTerm>(row: Row): row is Row & TermRow {
  return row.term !== null;
}
