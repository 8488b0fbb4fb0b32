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

/** Where there are no figures, a day before all others. */
const LATEST = `coalesce($2::date, '-infinity')`;

/** The ratio is taken from exact figures, with more digits than any two of them can differ by, and rounded once. */
const writeCampaigns = statement<[organizationId: number, latestDay: string | null], never>(`
  update campaign c set spend_7d = f.spend, conversions_7d = f.conversions, cpa_7d = f.cpa
  from (
    select c.id, round(s.cost / 1e6, 2) as spend, round(s.conversions / 1e6, 2) as conversions,
      coalesce(round(s.cost::numeric(40, 20) / nullif(s.conversions, 0), 2), 0) as cpa
    from campaign c
    left join campaign_sum b on b.organization_id = $1 and b.campaign_id = c.id and b.day = ${LATEST}
    left join campaign_sum a on a.organization_id = $1 and a.campaign_id = c.id and a.day = ${LATEST} - 7
    cross join lateral (
      select coalesce(b.cost_micros, 0) - coalesce(a.cost_micros, 0) as cost,
        coalesce(b.conversions_micros, 0) - coalesce(a.conversions_micros, 0) as conversions
    ) s
    where c.organization_id = $1
  ) f
  where c.organization_id = $1 and c.id = f.id
    and (c.spend_7d, c.conversions_7d, c.cpa_7d) <> (f.spend, f.conversions, f.cpa)`);

const writeKeywords = statement<[organizationId: number, latestDay: string | null], never>(`
  update keyword k set clicks_30d = f.clicks, cost_30d = f.cost, conversions_30d = f.conversions
  from (
    select k.id, coalesce(s.clicks, 0) as clicks, coalesce(s.cost, 0) as cost,
      coalesce(s.conversions, 0) as conversions
    from keyword k
    left join (
      select keyword_id, sum(clicks)::integer as clicks, round(sum(cost_micros) / 1e6, 2) as cost,
        round(sum(conversions_micros) / 1e6, 2) as conversions
      from keyword_day
      where organization_id = $1 and day between ${LATEST} - 29 and ${LATEST}
      group by keyword_id
    ) s on s.keyword_id = k.id
    where k.organization_id = $1
  ) f
  where k.organization_id = $1 and k.id = f.id
    and (k.clicks_30d, k.cost_30d, k.conversions_30d) <> (f.clicks, f.cost, f.conversions)`);

const writeAccounts = statement<[organizationId: number], never>(`
  update ad_account a set latest_day = f.latest_day
  from (
    select c.ad_account_id, max(d.day) as latest_day
    from campaign c
    left join lateral (
      select max(day) as day from campaign_day where organization_id = $1 and campaign_id = c.id
    ) d on true
    where c.organization_id = $1 group by c.ad_account_id
  ) f
  where a.organization_id = $1 and a.id = f.ad_account_id and a.latest_day is distinct from f.latest_day`);

/** Writes the figures that list rows carry; rows whose figures stayed the same are not touched. */
export async function writeRecentFigures(
  transaction: Transaction,
  organizationId: number,
  latestDay: string | null,
): Promise<void> {
  await transaction.execute(writeAccounts, organizationId);
  await transaction.execute(writeCampaigns, organizationId, latestDay);
  await transaction.execute(writeKeywords, organizationId, latestDay);
}
