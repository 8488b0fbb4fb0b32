import type { Tenancy } from '../base/context.ts';
import { statement } from '../base/database.ts';
import { type PackedRows, packed, unpacked } from '../base/packed-rows.store.ts';
import type { Counted } from '../figures/ratios.ts';
import type { SumDays } from './period.ts';

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
  left join campaign c on c.organization_id = $1 and c.slug = coalesce($2::text, '')`);

/** Where a read of figures begins. */
export async function figureScope({ db, organizationId }: Tenancy, slug: string | undefined): Promise<FigureScope> {
  const scope = await db.row(scopeStatement, organizationId, slug ?? null);
  return scope ?? { generation: null, first_day: null, latest_day: null, campaign_id: null };
}

/** Which figures are read: those of one generation, of one campaign or of all. */
export interface Reading {
  generation: number;
  campaignId: number | null;
}

const FIGURES = ['impressions', 'clicks', 'cost_micros', 'conversions_micros', 'value_micros'];

/** What a campaign spent and brought in a period; amounts in millionths. */
export interface CampaignPeriodRow {
  /** Its slug. */
  key: string;
  cost_micros: number;
  conversions_micros: number;
}

type PeriodParameters = [
  organizationId: number,
  generation: number,
  to: string | null,
  before: string | null,
  campaignId: number | null,
];

/** The campaigns with any figures in a period, each as the difference of two sums; highest spend first. */
const ofCampaigns = (columns: string, figures: readonly string[]) =>
  packed(
    `
  select f.* from figure_state g
  left join lateral (
    select ${columns}, ${figures.map((name) => `s.${name} - coalesce(b.${name}, 0) as ${name}`)}
    from campaign_sum s
    left join campaign_sum b on b.organization_id = $1 and b.day = coalesce($4::date, '-infinity') and b.campaign_id = s.campaign_id
    join campaign c on c.organization_id = $1 and c.id = s.campaign_id
    where s.organization_id = $1 and s.day = coalesce($3::date, '-infinity') and ($5::bigint is null or s.campaign_id = $5)
      and (b.day is null or (${FIGURES.map((name) => `s.${name}`)}) <> (${FIGURES.map((name) => `b.${name}`)}))
  ) f on true
  where g.organization_id = $1 and g.generation = $2`,
    'q.cost_micros desc, q.key',
  );

const byCampaign = statement<PeriodParameters, PackedRows>(
  ofCampaigns('c.slug as key', ['cost_micros', 'conversions_micros']),
);

/** The campaigns with any figures, highest spend first; undefined when the figures were rebuilt meanwhile. */
export async function campaignPeriods(
  { db, organizationId }: Tenancy,
  { generation, campaignId }: Reading,
  { to, before }: SumDays,
): Promise<CampaignPeriodRow[] | undefined> {
  return campaignsIn(await db.rows(byCampaign, organizationId, generation, to, before, campaignId));
}

/** Everything counted up to and including a day. */
type SumRow = { day: string } & Counted;

const sumColumns = `s.day, ${FIGURES.map((name) => `s.${name}`)}`;
const sumsOfOrganization = statement<
  [organizationId: number, generation: number, days: string[]],
  SumRow | { day: null }
>(`
  select ${sumColumns} from figure_state g
  left join organization_sum s on s.organization_id = $1 and s.day = any ($3::date[])
  where g.organization_id = $1 and g.generation = $2`);
const sumsOfCampaign = statement<
  [organizationId: number, generation: number, days: string[], campaignId: number],
  SumRow | { day: null }
>(`
  select ${sumColumns} from figure_state g
  left join campaign_sum s on s.organization_id = $1 and s.day = any ($3::date[]) and s.campaign_id = $4
  where g.organization_id = $1 and g.generation = $2`);

/** The sums up to each of some days, by day; undefined when the figures were rebuilt meanwhile. */
export async function sumsUpTo(
  { db, organizationId }: Tenancy,
  { generation, campaignId }: Reading,
  days: string[],
): Promise<Map<string, Counted> | undefined> {
  const rows =
    campaignId === null
      ? await db.rows(sumsOfOrganization, organizationId, generation, days)
      : await db.rows(sumsOfCampaign, organizationId, generation, days, campaignId);
  if (rows.length === 0) return undefined;
  return new Map(rows.filter((row) => row.day !== null).map((row) => [row.day, row]));
}

/** Everything counted of a campaign in a period. */
export type CampaignFiguresRow = { key: string; name: string; state: string } & Counted;

const countedByCampaign = statement<PeriodParameters, PackedRows>(
  ofCampaigns('c.slug as key, c.name, c.state', FIGURES),
);

/** The campaigns with any figures and all that was counted of them; undefined when the figures were rebuilt meanwhile. */
export async function campaignFigures(
  { db, organizationId }: Tenancy,
  { generation, campaignId }: Reading,
  { to, before }: Pick<SumDays, 'to' | 'before'>,
): Promise<CampaignFiguresRow[] | undefined> {
  return campaignsIn(await db.rows(countedByCampaign, organizationId, generation, to, before, campaignId));
}

/** One row without a campaign says that the generation is there and has none. */
async function campaignsIn<Row extends { key: string }>(pieces: PackedRows[]): Promise<Row[] | undefined> {
  const rows = await unpacked<Row | { key: null }>(pieces);
  return rows.length === 0 ? undefined : rows.filter((row): row is Row => row.key !== null);
}
