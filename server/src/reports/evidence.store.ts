import type { Tenancy } from '../base/context.ts';
import { statement } from '../base/database.ts';
import { dayText } from '../base/days.ts';
import { type PackedRows, packed, unpacked } from '../base/packed-rows.store.ts';
import type { CampaignState, CampaignType } from '../campaigns/campaign.ts';
import type { Days } from '../documents/numbers.ts';
import type { Counted } from '../figures/ratios.ts';
import { pendingSaving, RUNS } from '../recommendations/pending-saving.store.ts';
import type { ApprovalLine, RecommendationLine, Some } from './evidence.ts';

/**
 * What a campaign did in one of some periods, which are counted from 1; millionths. What it could have been shown, and
 * what of that it lost to its budget and to its rank, is told in impressions.
 */
export type PeriodFigures = readonly [
  period: number,
  impressions: number,
  clicks: number,
  cost: number,
  conversions: number,
  value: number,
  could: number | null,
  lostToBudget: number | null,
  lostToRank: number | null,
];

/** A campaign as reports name it, with its figures of the periods that it has any of. */
export interface CampaignRow {
  id: number;
  slug: string;
  name: string;
  type: CampaignType;
  state: CampaignState;
  budget: string;
  target_cpa: string | null;
  figures: PeriodFigures[] | null;
}

const COULD = 'impressions / impression_share';
const SHARED = 'filter (where impression_share > 0 and lost_to_budget is not null and lost_to_rank is not null)';
const COUNTED = `width_bucket(day, $2::date[]) as period, sum(impressions)::bigint as impressions,
    sum(clicks)::bigint as clicks, sum(cost_micros)::bigint as cost_micros,
    sum(conversions_micros)::bigint as conversions_micros, sum(value_micros)::bigint as value_micros`;
type InPeriods = [organizationId: number, starts: string[], from: string, to: string];
const OF_PERIODS = `
  select campaign_id, ${COUNTED},
    round(sum(${COULD}) ${SHARED})::bigint as could,
    round(sum(lost_to_budget * ${COULD}) ${SHARED})::bigint as lost_to_budget,
    round(sum(lost_to_rank * ${COULD}) ${SHARED})::bigint as lost_to_rank
  from campaign_day where organization_id = $1 and day between $3 and $4
  group by campaign_id, width_bucket(day, $2::date[])`;
/** Grouped rather than joined: a join by bad estimates goes over all figures again for each campaign. */
const campaigns = statement<InPeriods, PackedRows>(
  packed(
    `
  select id, max(slug) as slug, max(name) as name, max(type) as type, max(state) as state, max(budget)::text as budget,
    max(target_cpa)::text as target_cpa, json_agg(figures) filter (where figures is not null) as figures,
    coalesce(max(spend), 0) as spend
  from (
    select id, slug, name, type, state, budget, target_cpa, null::json as figures, null::bigint as spend
    from campaign where organization_id = $1
    union all
    select campaign_id, null, null, null, null, null, null,
      json_build_array(period, impressions, clicks, cost_micros, conversions_micros, value_micros, could, lost_to_budget,
        lost_to_rank),
      case when period = cardinality($2::date[]) then cost_micros end
    from (${OF_PERIODS}) p
  ) r
  group by id having max(slug) is not null`,
    'q.spend desc, q.slug',
  ),
);

/**
 * Every campaign of the organization, with what it did in each of some periods that follow one another, oldest first.
 * They come a few hundred at a time, those first that spent most in the last of the periods.
 */
export async function* readCampaigns(
  { db, organizationId }: Tenancy,
  periods: readonly Days[],
): AsyncGenerator<CampaignRow[]> {
  for (const piece of await db.rows(campaigns, ...within(organizationId, periods))) {
    yield await unpacked<CampaignRow>([piece]);
  }
}

const inAll = statement<InPeriods, Counted & { period: number }>(`
  select ${COUNTED} from campaign_day where organization_id = $1 and day between $3 and $4
  group by width_bucket(day, $2::date[])`);

/** What all campaigns together did in each of such periods that has figures. */
export function readPeriodsInAll({ db, organizationId }: Tenancy, periods: readonly Days[]) {
  return db.rows(inAll, ...within(organizationId, periods));
}

function within(organizationId: number, periods: readonly Days[]): InPeriods {
  const starts = periods.map(({ from }) => dayText(from));
  const [first = '', last = 0] = [starts[0], periods.at(-1)?.to];
  return [organizationId, starts, first, dayText(last)];
}

const firstDay = statement<[organizationId: number], { day: string | null }>(
  'select first_day as day from figure_state where organization_id = $1',
);

/** The first day with figures. */
export async function readFirstDay({ db, organizationId }: Tenancy): Promise<string | null> {
  return (await db.row(firstDay, organizationId))?.day ?? null;
}

const pending = statement<[organizationId: number, limit: number], RecommendationLine>(`
  select r.id, c.name as campaign, r.summary, not ${RUNS} as rests,
    case when ${RUNS} then r.estimated_monthly_saving end as saving
  from recommendation r join campaign c on c.organization_id = $1 and c.id = r.campaign_id
  where r.organization_id = $1 and r.status = 'pending'
  order by rests, saving desc nulls last, r.type, c.slug limit $2`);

/** What is proposed and waits, that of campaigns that run first, and of it that which saves most first. */
export async function readRecommendations(
  tenancy: Tenancy,
  limit: number,
): Promise<Some<RecommendationLine> & { saving: string }> {
  const top = await tenancy.db.rows(pending, tenancy.organizationId, limit);
  return { ...(await pendingSaving(tenancy)), top };
}

const waiting = statement<
  [organizationId: number, limit: number, since: Date],
  { requested_at: string; summary: string; total: number }
>(`
  select requested_at, summary, (count(*) over ())::integer as total from queued_write
  where organization_id = $1 and status = 'pending' and decided_at is null and requested_at > $3
  order by requested_at, id limit $2`);

/** Changes asked for since an instant that wait for a person, the oldest first. */
export async function readApprovals(
  { db, organizationId }: Tenancy,
  limit: number,
  since: Date,
): Promise<Some<ApprovalLine>> {
  const rows = await db.rows(waiting, organizationId, limit, since);
  const top = rows.map(({ requested_at, summary }) => ({ requestedAt: requested_at, summary }));
  return { total: rows[0]?.total ?? 0, top };
}

const terms = statement<[organizationId: number, ids: number[]], { id: number; term: string; campaign: string }>(`
  select t.id, t.term, c.name as campaign from search_term t
  join campaign c on c.organization_id = $1 and c.id = t.campaign_id
  where t.organization_id = $1 and t.id = any ($2::integer[])`);

/** The text and the campaign of some search terms, by id. */
export async function readTermTexts({ db, organizationId }: Tenancy, ids: readonly number[]) {
  const rows = await db.rows(terms, organizationId, [...ids]);
  return new Map(rows.map(({ id, ...text }) => [id, text]));
}

const naming = statement<[organizationId: number, patterns: string[]], PackedRows>(
  packed(
    `
  select id from search_term
  where organization_id = $1 and regexp_replace(lower(term), '[[:space:][:punct:]]+', '', 'g') like any ($2::text[])`,
    'q.id',
  ),
);
/** Shorter names stand in too many other words. */
const SHORTEST_NAME = 4;

/** The search terms that hold one of some names, however these are parted or hyphenated; a few hundred at a time. */
export async function* termsNaming(
  { db, organizationId }: Tenancy,
  names: readonly string[],
): AsyncGenerator<{ id: number }[]> {
  const joined = names.map((name) => name.toLowerCase().replaceAll(/[\s\p{P}\p{S}]+/gu, ''));
  const patterns = joined.filter(({ length }) => length >= SHORTEST_NAME).map((name) => `%${name}%`);
  if (patterns.length === 0) return;
  for (const piece of await db.rows(naming, organizationId, patterns)) yield await unpacked<{ id: number }>([piece]);
}

const lastTerm = statement<[organizationId: number], { id: number }>(
  'select coalesce(max(id), 0) as id from search_term where organization_id = $1',
);

/** The highest id of a search term; ids count up from 1. */
export async function lastTermId({ db, organizationId }: Tenancy): Promise<number> {
  return (await db.row(lastTerm, organizationId))?.id ?? 0;
}
