import { statement, type Transaction } from '../base/database.ts';
import { dayNumber, dayText } from '../base/days.ts';
import type { FigureDays } from './state.store.ts';

/** Days that are packed together: fewer round trips, and still little enough for memory. */
const DAYS_AT_ONCE = 15;

const remove = statement<[organizationId: number, level: string, changed: string, first: string], never>(`
  delete from packed_figures where organization_id = $1 and level = $2 and (day >= $3 or day < $4)`);
const removeAll = statement<[organizationId: number], never>('delete from packed_figures where organization_id = $1');

type Pack = ReturnType<typeof packing>;

function packing(table: string, level: string, columns: readonly string[], where = 'true') {
  const row = columns.map((column) => `int8send(${column})`).join(' || ');
  return statement<[organizationId: number, from: string, to: string], never>(`
  insert into packed_figures (organization_id, campaign_id, level, day, rows)
  select $1::integer, campaign_id, '${level}', day, string_agg(${row}, '') from ${table}
  where organization_id = $1 and day between $2 and $3 and ${where} group by campaign_id, day`);
}

/** The levels that are packed, what a row of each holds, and how many days detectors look back. */
const LEVELS: Record<PackedLevel, { days: number; pack: Pack }> = {
  keyword: {
    days: 183,
    pack: packing('keyword_day', 'keyword', [
      'keyword_id',
      'impressions',
      'clicks',
      'cost_micros',
      'conversions_micros',
    ]),
  },
  search_term: {
    days: 93,
    pack: packing(
      'search_term_day',
      'search_term',
      ['term_id', 'ad_id', 'clicks', 'cost_micros', 'conversions_micros'],
      // Days on which a term was only shown tell nothing that costs.
      '(clicks > 0 or cost_micros > 0 or conversions_micros > 0)',
    ),
  },
};

export type PackedLevel = 'keyword' | 'search_term';

const latestOfLast = statement<[organizationId: number], { day: string | null }>(
  'select latest_day as day from figure_state where organization_id = $1',
);

/** Packs what has changed of each campaign's days, as far back as anybody looks through them; older days go. */
export async function packFigures(
  transaction: Transaction,
  organizationId: number,
  { changed_from: changedFrom, latest_day: latestDay }: FigureDays,
): Promise<void> {
  if (latestDay === null) await transaction.execute(removeAll, organizationId);
  if (latestDay === null || changedFrom === null) return;
  const latest = dayNumber(latestDay);
  const last = (await transaction.row(latestOfLast, organizationId))?.day;
  const goesBack = last !== null && last !== undefined && dayNumber(last) > latest;
  for (const [level, { days, pack }] of Object.entries(LEVELS)) {
    const first = latest - days + 1;
    // Where the latest days are gone, older ones come into sight that went before.
    const changed = goesBack ? first : Math.max(first, dayNumber(changedFrom));
    await transaction.execute(remove, organizationId, level, dayText(changed), dayText(first));
    for (let from = changed; from <= latest; from += DAYS_AT_ONCE) {
      const to = Math.min(latest, from + DAYS_AT_ONCE - 1);
      await transaction.execute(pack, organizationId, dayText(from), dayText(to));
    }
  }
}
