import { statement, type Transaction } from '../base/database.ts';
import { dayNumber, dayText } from '../base/days.ts';
import type { LongWork } from '../base/long-work.ts';
import { copyOutBytes } from '../figures/copy.ts';
import type { TermSums } from './top-terms.ts';

/** Days that are packed or read together: fewer round trips, and still little enough for memory. */
const DAYS_AT_ONCE = 15;

const removeChanged = statement<[organizationId: number, changedFrom: string], never>(
  'delete from packed_term_day where organization_id = $1 and day >= $2',
);

/** Drops what was packed of days that may have changed. */
export async function unpackFrom(transaction: Transaction, organizationId: number, changedFrom: string): Promise<void> {
  await transaction.execute(removeChanged, organizationId, changedFrom);
}

const removeOld = statement<[organizationId: number, firstDay: string], never>(
  'delete from packed_term_day where organization_id = $1 and day < $2',
);
const missingDays = statement<[organizationId: number, firstDay: string, latestDay: string], { day: string }>(`
  select $2::date + n as day from generate_series(0, $3::date - $2::date) n
  where not exists (select 1 from packed_term_day where organization_id = $1 and day = $2::date + n)`);
const pack = statement<[organizationId: number, days: string[]], never>(`
  insert into packed_term_day (organization_id, day, rows)
  select $1::integer, day, string_agg(int4send(term_id) || int4send(clicks) || float8send(cost_micros)
    || float8send(conversions_micros), '')
  from search_term_day where organization_id = $1 and day = any ($2::date[]) group by day`);
const PACKED_DAY = { length: 24, id: 0, clicks: 4, cost: 8, conversions: 16 } as const;

/** A number of days up to the latest. */
export interface Window {
  latestDay: string;
  days: number;
}

/** Packs the days of a window that are not packed yet. */
export async function packDays(
  transaction: Transaction,
  organizationId: number,
  { latestDay, days }: Window,
): Promise<void> {
  const firstDay = dayText(dayNumber(latestDay) - days + 1);
  await transaction.execute(removeOld, organizationId, firstDay);
  const missing = await transaction.rows(missingDays, organizationId, firstDay, latestDay);
  for (let start = 0; start < missing.length; start += DAYS_AT_ONCE) {
    const some = missing.slice(start, start + DAYS_AT_ONCE).map(({ day }) => day);
    await transaction.execute(pack, organizationId, some);
  }
}

const copyDays = statement<[organizationId: number, from: string, to: string], never>(`
  copy (
    select day - date '1970-01-01', rows from packed_term_day where organization_id = $1 and day between $2 and $3
  ) to stdout (format binary)`);

/** The packed days of a window, newest first; undefined for a day without search terms. */
export async function* packedDays(
  transaction: Transaction,
  organizationId: number,
  { latestDay, days }: Window,
): AsyncGenerator<DataView | undefined> {
  const latest = dayNumber(latestDay);
  for (let start = 0; start < days; start += DAYS_AT_ONCE) {
    const end = Math.min(start + DAYS_AT_ONCE, days);
    const [from, to] = [dayText(latest - end + 1), dayText(latest - start)];
    const rows = await copyOutBytes(transaction, copyDays, organizationId, from, to);
    for (let back = start; back < end; back += 1) yield rows.get(latest - back);
  }
}

/** Adds a packed day to the sums. */
export async function addPackedDay(
  rows: DataView,
  { costs, clicks, conversions, seen }: TermSums,
  work: LongWork,
): Promise<void> {
  await eachRow(rows, PACKED_DAY.length, work, (at) => {
    const id = rows.getInt32(at + PACKED_DAY.id);
    costs[id] = (costs[id] ?? 0) + rows.getFloat64(at + PACKED_DAY.cost);
    clicks[id] = (clicks[id] ?? 0) + rows.getInt32(at + PACKED_DAY.clicks);
    conversions[id] = (conversions[id] ?? 0) + rows.getFloat64(at + PACKED_DAY.conversions);
    seen[id] = 1;
  });
}

const PACKED_TERM = { length: 12, id: 0, campaign: 4 } as const;

const copyTerms = statement<[organizationId: number], never>(`
  copy (
    select max(id), coalesce(string_agg(int4send(id) || float8send(campaign_id), ''), '') from search_term
    where organization_id = $1 having count(*) > 0
  ) to stdout (format binary)`);

/** The campaign of each search term, by the term's id; ids count up from 1. */
export async function campaignsOfTerms(
  transaction: Transaction,
  organizationId: number,
  work: LongWork,
): Promise<Float64Array> {
  const rows = await copyOutBytes(transaction, copyTerms, organizationId);
  const [[lastId, terms] = [0, undefined]] = rows;
  const campaigns = new Float64Array(lastId + 1);
  if (!terms) return campaigns;
  await eachRow(terms, PACKED_TERM.length, work, (at) => {
    campaigns[terms.getInt32(at + PACKED_TERM.id)] = terms.getFloat64(at + PACKED_TERM.campaign);
  });
  return campaigns;
}

/** So many rows are over in a fraction of a turn. */
const ROWS_AT_ONCE = 5_000;

/** Visits packed rows by where they begin; there can be millions, so others go first in between. */
async function eachRow(
  { byteLength }: DataView,
  rowLength: number,
  work: LongWork,
  visit: (at: number) => void,
): Promise<void> {
  for (let at = 0; at < byteLength; ) {
    const end = Math.min(byteLength, at + ROWS_AT_ONCE * rowLength);
    for (; at < end; at += rowLength) visit(at);
    if (work.hadItsTurn) await work.giveWay();
  }
}
