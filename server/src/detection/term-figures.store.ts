import type { Tenancy } from '../base/context.ts';
import { statement } from '../base/database.ts';
import type { TermFacts } from './evidence.ts';
import { dayNumber, EPOCH, MICROS, type Place } from './figure-columns.ts';
import { LAG_DAYS, NO_FIGURES, plus } from './figures.ts';

const SETTLED_DAYS = 90;
const RECENT_SETTLED_DAYS = 30;
const DAYS = LAG_DAYS + SETTLED_DAYS;

/** What a term did in one stretch of days; ads that brought a conversion, and others, are named by one of them each. */
interface StretchRow {
  term_id: number;
  term: string;
  stretch: number;
  first_day: number;
  clicks: number;
  cost: number;
  conversions: number;
  converting_ad: number | null;
  first_ad: number;
  last_ad: number;
}

/**
 * The days are cut into stretches where any window begins or ends, so that each row is added up once. Days on which a term
 * was only shown tell nothing that costs.
 */
const stretches = statement<
  [organizationId: number, campaignId: number, latestDay: number, bounds: number[]],
  StretchRow
>(`
  select s.*, t.term from (
    select f.term_id, w.stretch, ${dayNumber('min(f.day)')} as first_day, sum(f.clicks)::double precision as clicks,
      sum(f.cost_micros::double precision) as cost, sum(f.conversions_micros::double precision) as conversions,
      max(f.ad_id) filter (where f.conversions_micros > 0) as converting_ad, min(f.ad_id) as first_ad,
      max(f.ad_id) as last_ad
    from (select n, width_bucket(n, $4::integer[]) as stretch from generate_series(0, ${DAYS - 1}) n) w
    cross join lateral (
      select * from search_term_day
      where organization_id = $1 and day = ${EPOCH} + ($3::integer - w.n) and campaign_id = $2
        and (clicks > 0 or cost_micros > 0 or conversions_micros > 0)
    ) f
    group by f.term_id, w.stretch
  ) s
  join search_term t on t.organization_id = $1 and t.id = s.term_id`);

/** The search terms of a campaign that were clicked in 90 settled days or since, with the days that an option asks for. */
export async function readTerms(
  { db, organizationId }: Tenancy,
  { campaignId, latestDay }: Place,
  windowDays: number,
): Promise<TermFacts[]> {
  const bounds = [...new Set([LAG_DAYS, LAG_DAYS + RECENT_SETTLED_DAYS, windowDays])].sort((a, b) => a - b);
  const rows = await db.rows(stretches, organizationId, campaignId, latestDay, bounds);
  const terms = new Map<number, Collected>();
  for (const row of rows) {
    const known = terms.get(row.term_id) ?? newTerm(row);
    if (known.adIds.length === 0) terms.set(row.term_id, known);
    addStretch(known, row, row.stretch === 0 ? 0 : (bounds[row.stretch - 1] ?? 0), windowDays);
  }
  return [...terms.values()];
}

/** A term while its stretches are added up. */
interface Collected extends TermFacts {
  adIds: number[];
}

function newTerm({ term_id, term, first_day }: StretchRow): Collected {
  return {
    id: term_id,
    text: term,
    firstSeenDay: first_day,
    window: NO_FIGURES,
    last30: NO_FIGURES,
    last90: NO_FIGURES,
    recent: NO_FIGURES,
    adIds: [],
  };
}

/** Adds a stretch that begins so many days back to each window that holds it. */
function addStretch(term: Collected, row: StretchRow, begins: number, windowDays: number): void {
  const counted = {
    impressions: 0,
    clicks: row.clicks,
    cost: row.cost / MICROS,
    conversions: row.conversions / MICROS,
  };
  if (begins < windowDays) term.window = plus(term.window, counted);
  if (begins < LAG_DAYS) term.recent = plus(term.recent, counted);
  else term.last90 = plus(term.last90, counted);
  if (begins >= LAG_DAYS && begins < LAG_DAYS + RECENT_SETTLED_DAYS) term.last30 = plus(term.last30, counted);
  term.firstSeenDay = Math.min(term.firstSeenDay, row.first_day);
  const { converting_ad, first_ad, last_ad } = row;
  if (converting_ad !== null) term.adIds = [converting_ad, ...term.adIds.filter((ad) => ad !== converting_ad)];
  for (const ad of [first_ad, last_ad]) if (!term.adIds.includes(ad)) term.adIds.push(ad);
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
