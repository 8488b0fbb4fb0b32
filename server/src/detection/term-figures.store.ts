import type { Tenancy } from '../base/context.ts';
import { statement } from '../base/database.ts';
import type { TermFacts } from './evidence.ts';
import { dayNumber, EPOCH, MICROS, type Place } from './figure-columns.ts';
import { type Figures, LAG_DAYS, NO_FIGURES } from './figures.ts';

const SETTLED_DAYS = 90;
const RECENT_SETTLED_DAYS = 30;
const DAYS = LAG_DAYS + SETTLED_DAYS;

/** What a term did in each window; of the ads that showed it, one that brought a conversion and two others are named. */
interface TermRow {
  term_id: number;
  term: string;
  first_day: number;
  converting_ad: number | null;
  first_ad: number;
  last_ad: number;
  window_clicks: number | null;
  window_cost: number | null;
  window_conversions: number | null;
  last30_clicks: number | null;
  last30_cost: number | null;
  last30_conversions: number | null;
  last90_clicks: number | null;
  last90_cost: number | null;
  last90_conversions: number | null;
  recent_clicks: number | null;
  recent_cost: number | null;
  recent_conversions: number | null;
}

/** The windows by how many days back their stretches begin. */
const WINDOWS = {
  window: 's.begins < $5',
  last30: `s.begins >= ${LAG_DAYS} and s.begins < ${LAG_DAYS + RECENT_SETTLED_DAYS}`,
  last90: `s.begins >= ${LAG_DAYS}`,
  recent: `s.begins < ${LAG_DAYS}`,
} as const;

const windowSums = Object.entries(WINDOWS).flatMap(([name, within]) =>
  ['clicks', 'cost', 'conversions'].map(
    (measure) => `sum(s.${measure}) filter (where ${within}) as ${name}_${measure}`,
  ),
);

/**
 * The days are cut into stretches where any window begins or ends, so that each row is added up once and the windows are
 * made of a few stretches for each term. Days on which a term was only shown tell nothing that costs.
 */
const termSums = statement<
  [organizationId: number, campaignId: number, latestDay: number, bounds: number[], windowDays: number],
  TermRow
>(`
  select t.term, w.* from (
    select s.term_id, ${dayNumber('min(s.first_day)')} as first_day, max(s.converting_ad) as converting_ad,
      min(s.first_ad) as first_ad, max(s.last_ad) as last_ad, ${windowSums}
    from (
      select f.term_id, w.begins, min(f.day) as first_day, sum(f.clicks)::double precision as clicks,
        sum(f.cost_micros::double precision) as cost, sum(f.conversions_micros::double precision) as conversions,
        max(f.ad_id) filter (where f.conversions_micros > 0) as converting_ad, min(f.ad_id) as first_ad,
        max(f.ad_id) as last_ad
      from (
        select n, (select max(b) from unnest($4::integer[]) as b where b <= n) as begins
        from generate_series(0, ${DAYS - 1}) n
      ) w
      cross join lateral (
        select * from search_term_day
        where organization_id = $1 and day = ${EPOCH} + ($3::integer - w.n) and campaign_id = $2
          and (clicks > 0 or cost_micros > 0 or conversions_micros > 0)
      ) f
      group by f.term_id, w.begins
    ) s
    group by s.term_id
  ) w
  join search_term t on t.organization_id = $1 and t.id = w.term_id`);

/** The search terms of a campaign that were clicked in 90 settled days or since, with the days that an option asks for. */
export async function readTerms(
  { db, organizationId }: Tenancy,
  { campaignId, latestDay }: Place,
  windowDays: number,
): Promise<TermFacts[]> {
  const bounds = [...new Set([0, LAG_DAYS, LAG_DAYS + RECENT_SETTLED_DAYS, windowDays])].sort((a, b) => a - b);
  const rows = await db.rows(termSums, organizationId, campaignId, latestDay, bounds, windowDays);
  return rows.map(termOf);
}

function termOf(row: TermRow): TermFacts {
  const { converting_ad, first_ad, last_ad } = row;
  const others = first_ad === last_ad ? [first_ad] : [first_ad, last_ad];
  return {
    id: row.term_id,
    text: row.term,
    firstSeenDay: row.first_day,
    window: counted(row.window_clicks, row.window_cost, row.window_conversions),
    last30: counted(row.last30_clicks, row.last30_cost, row.last30_conversions),
    last90: counted(row.last90_clicks, row.last90_cost, row.last90_conversions),
    recent: counted(row.recent_clicks, row.recent_cost, row.recent_conversions),
    adIds: converting_ad === null ? others : [converting_ad, ...others.filter((ad) => ad !== converting_ad)],
  };
}

/** Days without a click have no sums. */
function counted(clicks: number | null, cost: number | null, conversions: number | null): Figures {
  if (clicks === null) return NO_FIGURES;
  return { impressions: 0, clicks, cost: (cost ?? 0) / MICROS, conversions: (conversions ?? 0) / MICROS };
}

const impressions = statement<
  [organizationId: number, campaignId: number, latestDay: number, termIds: number[]],
  { term_id: number; impressions: number }
>(`
  select f.term_id, sum(f.impressions)::double precision as impressions
  from generate_series(${LAG_DAYS}, ${DAYS - 1}) n
  cross join lateral (
    select term_id, impressions from search_term_day
    where organization_id = $1 and day = ${EPOCH} + ($3::integer - n) and campaign_id = $2 and term_id = any ($4::integer[])
  ) f
  group by f.term_id`);

/** How often some terms were shown in 90 settled days. */
export async function readImpressions(
  { db, organizationId }: Tenancy,
  { campaignId, latestDay }: Place,
  termIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await db.rows(impressions, organizationId, campaignId, latestDay, [...termIds]);
  return new Map(rows.map((row) => [row.term_id, row.impressions]));
}
