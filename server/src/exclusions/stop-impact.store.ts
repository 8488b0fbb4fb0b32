import type { Tenancy } from '../base/context.ts';
import { statement } from '../base/database.ts';
import { EPOCH, figuresOf, type Place, type Sums } from '../detection/figure-columns.ts';
import type { Figures } from '../detection/figures.ts';
import type { LostTerm } from './loss.ts';

const COLUMNS = {
  impressions: 'impressions',
  clicks: 'clicks',
  cost: 'cost_micros',
  conversions: 'conversions_micros',
};

/** Sums up to a day are kept for every campaign: what two of them differ by lies between. */
const between = (column: string) => `case s.day when ${EPOCH} + $4::integer then s.${column} else -s.${column} end`;
const summed = (prefix: string, counted: string) =>
  Object.entries(COLUMNS).map(
    ([name, column]) => `coalesce(sum(${between(column)}) ${counted}, 0)::double precision as ${prefix}_${name}`,
  );

type Summed<Prefix extends string> = Record<`${Prefix}_${keyof Sums}`, number>;

const share = statement<
  [organizationId: number, campaignId: number, before: number, to: number],
  Summed<'campaign'> & Summed<'account'>
>(`
  select ${summed('campaign', 'filter (where s.campaign_id = $2)')}, ${summed('account', '')}
  from campaign own
  join campaign c on c.organization_id = $1 and c.ad_account_id = own.ad_account_id
  join campaign_sum s on s.organization_id = $1 and s.campaign_id = c.id
    and s.day in (${EPOCH} + $3::integer, ${EPOCH} + $4::integer)
  where own.organization_id = $1 and own.id = $2`);

/** What a campaign, and all campaigns of its ad account with it, did between two days, the first not included. */
export async function readAccountShare(
  { db, organizationId }: Tenancy,
  campaignId: number,
  { before, to }: { before: number; to: number },
): Promise<{ campaign: Figures; account: Figures }> {
  const row = await db.row(share, organizationId, campaignId, before, to);
  const of = (prefix: 'campaign' | 'account') =>
    figuresOf({
      impressions: row?.[`${prefix}_impressions`] ?? 0,
      clicks: row?.[`${prefix}_clicks`] ?? 0,
      cost: row?.[`${prefix}_cost`] ?? 0,
      conversions: row?.[`${prefix}_conversions`] ?? 0,
    });
  return { campaign: of('campaign'), account: of('account') };
}

const ROWS_OF_A_DAY = `organization_id = $1 and day = ${EPOCH} + ($3::integer - n) and campaign_id = $2`;

/** Few terms convert: only the days of the best of them are added up. */
const best = statement<
  [organizationId: number, campaignId: number, latestDay: number, days: number, most: number],
  Sums & { term: string }
>(`
  with best as materialized (
    select f.term_id
    from generate_series(0, $4::integer - 1) n
    cross join lateral (
      select term_id, conversions_micros from search_term_day where ${ROWS_OF_A_DAY} and conversions_micros > 0
    ) f
    group by f.term_id order by sum(f.conversions_micros) desc, f.term_id limit $5
  )
  select t.term, sum(f.impressions)::double precision as impressions, sum(f.clicks)::double precision as clicks,
    sum(f.cost_micros)::double precision as cost, sum(f.conversions_micros)::double precision as conversions
  from best b
  cross join generate_series(0, $4::integer - 1) n
  cross join lateral (select * from search_term_day where ${ROWS_OF_A_DAY} and term_id = b.term_id) f
  join search_term t on t.organization_id = $1 and t.id = b.term_id
  group by t.term, b.term_id order by sum(f.conversions_micros) desc, b.term_id`);

/** The search terms that brought a campaign most conversions in so many days, with all that they did in them. */
export async function bestConvertingTerms(
  { db, organizationId }: Tenancy,
  { campaignId, latestDay }: Place,
  { days, most }: { days: number; most: number },
): Promise<LostTerm[]> {
  const rows = await db.rows(best, organizationId, campaignId, latestDay, days, most);
  return rows.map((row) => ({ term: row.term, figures: figuresOf(row) }));
}
