import { statement, type Transaction } from '../base/database.ts';
import type { FigureDays } from './state.store.ts';

const FIGURES = ['impressions', 'clicks', 'cost_micros', 'conversions_micros', 'value_micros'];
const COLUMNS = FIGURES.join(', ');

const removeSums = (table: string) =>
  statement<[organizationId: number, from: string, latestDay: string | null], never>(`
  delete from ${table} where organization_id = $1 and (day >= $2 or $3::date is null or day > $3)`);
const removeCampaignSums = removeSums('campaign_sum');
const removeOrganizationSums = removeSums('organization_sum');

/** In the order of the days, so that the campaigns of one day lie together. */
const insertCampaignSums = statement<[organizationId: number, from: string, to: string], never>(`
  with base as (
    select campaign_id, ${COLUMNS} from campaign_sum where organization_id = $1 and day = $2::date - 1
  ), counted as (
    select c.id as campaign_id from campaign c
    where c.organization_id = $1 and (c.id in (select campaign_id from base) or exists (
      select 1 from campaign_day where organization_id = $1 and campaign_id = c.id and day between $2 and $3
    ))
  ), running as (
    select d.day, campaign_id,
      ${FIGURES.map((name) => `(coalesce(b.${name}, 0) + sum(coalesce(f.${name}, 0)) over days)::bigint as ${name}`)}
    from counted
    cross join lateral (select $2::date + n as day from generate_series(0, $3::date - $2::date) n) d
    left join base b using (campaign_id)
    left join (select * from campaign_day where organization_id = $1 and day between $2 and $3) f
      using (campaign_id, day)
    window days as (partition by campaign_id order by d.day)
  )
  insert into campaign_sum (organization_id, day, campaign_id, ${COLUMNS})
  select $1::integer, day, campaign_id, ${COLUMNS} from running
  where (${COLUMNS}) <> (0, 0, 0, 0, 0)
  order by day, campaign_id`);

const insertOrganizationSums = statement<[organizationId: number, from: string, to: string], never>(`
  insert into organization_sum (organization_id, day, ${COLUMNS})
  select $1::integer, day, ${FIGURES.map((name) => `sum(${name})::bigint`)}
  from campaign_sum where organization_id = $1 and day between $2 and $3 group by day`);

/** Sums have no gaps: where figures come after days without any, those days get sums too. */
const dayAfterSums = statement<[organizationId: number], { day: string | null }>(
  'select max(day) + 1 as day from organization_sum where organization_id = $1',
);

/** Makes the sums again from the first changed day on; those before it stay. */
export async function rebuildSums(
  transaction: Transaction,
  organizationId: number,
  { changed_from, first_day, latest_day }: FigureDays,
): Promise<void> {
  if (changed_from === null) return;
  await transaction.execute(removeCampaignSums, organizationId, changed_from, latest_day);
  await transaction.execute(removeOrganizationSums, organizationId, changed_from, latest_day);
  if (first_day === null || latest_day === null) return;
  const from = (await transaction.row(dayAfterSums, organizationId))?.day ?? first_day;
  await transaction.execute(insertCampaignSums, organizationId, from, latest_day);
  await transaction.execute(insertOrganizationSums, organizationId, from, latest_day);
}
