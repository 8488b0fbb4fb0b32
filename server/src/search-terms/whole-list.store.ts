import { randomUUID } from 'node:crypto';
import type { Tenancy } from '../base/context.ts';
import { statement, type Transaction } from '../base/database.ts';
import { ALL_CAMPAIGNS, CHUNK_LENGTH } from './ranked-list.store.ts';
import { BEFORE_ALL, type FoundPage, isTerm, type MaybeTerm, type PageQuestion } from './search-terms.store.ts';

/** A list by id instead of slug, with the figures that it is made of and the day it is counted back from. */
export interface WholeList {
  campaignId: number;
  days: number;
  latestDay: string;
  generation: number;
}

/** Doubles hold these integers exactly and add up faster than 64-bit integers do. */
const summed = (facts: string) => `(
      select f.term_id, sum(f.cost_micros::double precision)::bigint as cost, sum(f.clicks)::integer as clicks,
        sum(f.conversions_micros::double precision)::bigint as conversions
      from ${facts} group by f.term_id
    )`;

/** The sums of all terms; of one campaign day by day, so that the days of the others are not read. */
const SUMS = {
  all: summed(`(
        select * from search_term_day
        where organization_id = $1 and day between $4::date - ($3::integer - 1) and $4 and $2 = ${ALL_CAMPAIGNS}
      ) f`),
  one: summed(`generate_series(0, $3::integer - 1) n
      cross join lateral (
        select * from search_term_day where organization_id = $1 and day = $4::date - n and campaign_id = $2
      ) f`),
};

const insertChunks = (sums: string) =>
  statement<[organizationId: number, campaignId: number, days: number, latestDay: string, listId: string], never>(`
  insert into whole_term_chunk (organization_id, list_id, last_cost, last_term_id, first_position, term_ids, costs,
    clicks, conversions)
  select $1::integer, $5::uuid, min(cost), (array_agg(term_id order by position desc))[1], min(position),
    array_agg(term_id order by position), array_agg(cost order by position), array_agg(clicks order by position),
    array_agg(conversions order by position)
  from (select *, row_number() over (order by cost desc, term_id desc) as position from ${sums} summed) ranked
  group by (position - 1) / ${CHUNK_LENGTH}`);
const insert = { all: insertChunks(SUMS.all), one: insertChunks(SUMS.one) };

const insertList = statement<
  [organizationId: number, listId: string, campaignId: number, days: number, generation: number, usedAt: Date],
  never
>(`
  insert into whole_term_list (organization_id, id, campaign_id, days, generation, used_at, total)
  select $1::integer, $2::uuid, $3::bigint, $4::smallint, $5::bigint, $6::timestamptz,
    coalesce(max(first_position + cardinality(term_ids) - 1), 0)
  from whole_term_chunk where organization_id = $1 and list_id = $2`);

/** Lists every term of the days up to the latest; it is found until the next rebuild. */
export async function writeWholeList(
  transaction: Transaction,
  organizationId: number,
  { campaignId, days, latestDay, generation }: WholeList,
  now: Date,
): Promise<void> {
  const scope = campaignId === ALL_CAMPAIGNS ? 'all' : 'one';
  const id = randomUUID();
  await transaction.execute(insert[scope], organizationId, campaignId, days, latestDay, id);
  await transaction.execute(insertList, organizationId, id, campaignId, days, generation, now);
}

const pageOfSums = (sums: string) =>
  statement<
    [
      organizationId: number,
      campaignId: number,
      days: number,
      latestDay: string,
      afterCost: number,
      afterTermId: number,
      minCost: number,
      limit: number,
    ],
    { total: number } & MaybeTerm
  >(`
  with summed as materialized ${sums}
  select (select count(*) from summed where cost >= $7) as total, p.*, t.term, c.slug as campaign
  from (values (1)) one
  left join (
    select * from summed where (cost, term_id) < ($5, $6) and cost >= $7 order by cost desc, term_id desc limit $8
  ) p on true
  left join search_term t on t.organization_id = $1 and t.id = p.term_id
  left join campaign c on c.organization_id = $1 and c.id = t.campaign_id
  order by p.cost desc, p.term_id desc`);
const workOut = { all: pageOfSums(SUMS.all), one: pageOfSums(SUMS.one) };

/** Works a page out from the daily figures, without a list. */
export async function workOutPage(
  { db, organizationId }: Tenancy,
  { campaignId, days, latestDay }: WholeList,
  { minCost, limit, after = BEFORE_ALL }: PageQuestion,
): Promise<FoundPage> {
  const statement = workOut[campaignId === ALL_CAMPAIGNS ? 'all' : 'one'];
  const { cost, termId } = after;
  const found = await db.rows(statement, organizationId, campaignId, days, latestDay, cost, termId, minCost, limit);
  const total = found[0]?.total ?? 0;
  return { total, depth: total, matching: total, rows: found.filter(isTerm) };
}
