import type { Tenancy } from '../core/context.ts';
import { statement } from '../core/database.ts';
import type { SumDays } from './period.ts';
import type { Counted } from './ratios.ts';

/** Which figures there are, and the campaign that was asked for; null where there are none or it is unknown. */
export interface FigureScope {
  generation: number | null;
  first_day: string | null;
  latest_day: string | null;
  campaign_id: number | null;
}

const scopeStatement = statement<[organizationId: number, slug: string | null], FigureScope>(`
  select s.generation, s.first_day, s.latest_day, c.id as campaign_id
  from (values (1)) one
  left join figure_state s on s.organization_id = $1
  left join campaign c on c.organization_id = $1 and c.slug = $2`);

/** Where a read of figures begins. */
export async function figureScope({ db, organizationId }: Tenancy, slug: string | undefined): Promise<FigureScope> {
  const scope = await db.row(scopeStatement, organizationId, slug ?? null);
  return scope ?? { generation: null, first_day: null, latest_day: null, campaign_id: null };
}

type Previous = { [Name in keyof Counted as `previous_${Name}`]: number };

/** One campaign's figures in a period and in the one before it. */
export type CampaignPeriodRow = { slug: string } & Counted & Previous;

const FIGURES = ['impressions', 'clicks', 'cost_micros', 'conversions_micros', 'value_micros'];

const byCampaign = statement<
  [
    organizationId: number,
    generation: number,
    to: string | null,
    before: string | null,
    beforePrevious: string | null,
    campaignId: number | null,
  ],
  CampaignPeriodRow | { slug: null }
>(`
  select f.* from figure_state g
  left join lateral (
    select c.slug,
      ${FIGURES.map((name) => `s.${name} - coalesce(b.${name}, 0) as ${name}`)},
      ${FIGURES.map((name) => `coalesce(b.${name}, 0) - coalesce(p.${name}, 0) as previous_${name}`)}
    from campaign_sum s
    left join campaign_sum b on b.organization_id = $1 and b.day = $4 and b.campaign_id = s.campaign_id
    left join campaign_sum p on p.organization_id = $1 and p.day = $5 and p.campaign_id = s.campaign_id
    join campaign c on c.organization_id = $1 and c.id = s.campaign_id
    where s.organization_id = $1 and s.day = $3 and ($6::bigint is null or s.campaign_id = $6)
  ) f on true
  where g.organization_id = $1 and g.generation = $2
  order by f.cost_micros desc, f.slug`);

/** The campaigns' figures, highest spend first; undefined when the figures were rebuilt since `generation`. */
export async function campaignPeriods(
  { db, organizationId }: Tenancy,
  { generation, days, campaignId }: { generation: number; days: SumDays; campaignId: number | null },
): Promise<CampaignPeriodRow[] | undefined> {
  const { to, before, beforePrevious } = days;
  const rows = await db.rows(byCampaign, organizationId, generation, to, before, beforePrevious, campaignId);
  return rows.length === 0 ? undefined : rows.filter((row) => row.slug !== null);
}

/** Everything counted up to and including a day. */
export type SumRow = { day: string } & Counted;

const sumsOfOrganization = statement<
  [organizationId: number, generation: number, from: string | null, to: string | null, beforePrevious: string | null],
  SumRow | { day: null }
>(`
  select s.day, ${FIGURES.map((name) => `s.${name}`)}
  from figure_state g
  left join organization_sum s on s.organization_id = $1 and (s.day between $3 and $4 or s.day = $5)
  where g.organization_id = $1 and g.generation = $2
  order by s.day`);

const sumsOfCampaign = statement<
  [
    organizationId: number,
    generation: number,
    from: string | null,
    to: string | null,
    beforePrevious: string | null,
    campaignId: number,
  ],
  SumRow | { day: null }
>(`
  select s.day, ${FIGURES.map((name) => `s.${name}`)}
  from figure_state g
  left join lateral (
    select f.* from (
      select $3::date + n as day from generate_series(0, $4::date - $3::date) n union select $5::date
    ) d
    cross join lateral (
      select * from campaign_sum where organization_id = $1 and day = d.day and campaign_id = $6
    ) f
  ) s on true
  where g.organization_id = $1 and g.generation = $2
  order by s.day`);

/** The sums of each day, of one campaign or of all; undefined when the figures were rebuilt since `generation`. */
export async function dailySums(
  { db, organizationId }: Tenancy,
  {
    generation,
    days,
    campaignId,
  }: { generation: number; days: SumDays & { from: string | null }; campaignId: number | null },
): Promise<SumRow[] | undefined> {
  const range = [organizationId, generation, days.from, days.to, days.beforePrevious] as const;
  const rows =
    campaignId === null
      ? await db.rows(sumsOfOrganization, ...range)
      : await db.rows(sumsOfCampaign, ...range, campaignId);
  return rows.length === 0 ? undefined : rows.filter((row) => row.day !== null);
}
