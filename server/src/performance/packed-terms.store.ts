import { statement, type Transaction } from '../core/database.ts';
import { copyOutBytes } from './copy.ts';
import { dayNumber, dayText } from './days.ts';
import type { TermSums } from './top-terms.ts';

const removeChanged = statement<[organizationId: number, changedFrom: string], never>(
  'delete from packed_term_day where organization_id = $1 and day >= $2',
);
const removeOld = statement<[organizationId: number, firstDay: string], never>(
  'delete from packed_term_day where organization_id = $1 and day < $2',
);

const missingDays = statement<[organizationId: number, firstDay: string, latestDay: string], { day: string }>(`
  select $2::date + n as day from generate_series(0, $3::date - $2::date) n
  where not exists (select from packed_term_day where organization_id = $1 and day = $2::date + n)`);

/** Each row: id, clicks, cost, conversions. */
const packDay = statement<[organizationId: number, day: string], never>(`
  insert into packed_term_day (organization_id, day, rows)
  select $1, $2, string_agg(int4send(term_id) || int4send(clicks) || float8send(cost_micros)
    || float8send(conversions_micros), '')
  from search_term_day where organization_id = $1 and day = $2 having count(*) > 0`);
const ROW = { length: 24, id: 0, clicks: 4, cost: 8, conversions: 16 } as const;

/** Drops what was packed of days that may have changed. */
export async function unpackFrom(transaction: Transaction, organizationId: number, changedFrom: string): Promise<void> {
  await transaction.execute(removeChanged, organizationId, changedFrom);
}

/** Packs the days of a window that are not packed yet. */
export async function packDays(
  transaction: Transaction,
  organizationId: number,
  { latestDay, days }: { latestDay: string; days: number },
): Promise<void> {
  const firstDay = dayText(dayNumber(latestDay) - days + 1);
  await transaction.execute(removeOld, organizationId, firstDay);
  for (const { day } of await transaction.rows(missingDays, organizationId, firstDay, latestDay)) {
    await transaction.execute(packDay, organizationId, day);
  }
}

/** Adds one day's figures to the sums. */
export async function addPackedDay(
  transaction: Transaction,
  organizationId: number,
  day: string,
  { costs, clicks, conversions, seen }: TermSums,
): Promise<void> {
  const sql = `copy (select rows from packed_term_day where organization_id = ${integer(organizationId)}
    and day = '${day}') to stdout (format binary)`;
  const rows = await copyOutBytes(transaction, sql);
  for (let at = 0; at < rows.byteLength; at += ROW.length) {
    const id = rows.getInt32(at + ROW.id);
    costs[id] = (costs[id] ?? 0) + rows.getFloat64(at + ROW.cost);
    clicks[id] = (clicks[id] ?? 0) + rows.getInt32(at + ROW.clicks);
    conversions[id] = (conversions[id] ?? 0) + rows.getFloat64(at + ROW.conversions);
    seen[id] = 1;
  }
}

const TERM = { length: 12, id: 0, campaign: 4 } as const;

const highestTermId = statement<[organizationId: number], { id: number | null }>(
  'select max(id) as id from search_term where organization_id = $1',
);

/** The highest id that a search term of the organization has; 0 when there is none. */
export async function lastTermId(transaction: Transaction, organizationId: number): Promise<number> {
  return (await transaction.row(highestTermId, organizationId))?.id ?? 0;
}

/** The campaign of each search term, by the term's id. */
export async function campaignsOfTerms(
  transaction: Transaction,
  organizationId: number,
  lastId: number,
): Promise<Float64Array> {
  const campaigns = new Float64Array(lastId + 1);
  const sql = `copy (select string_agg(int4send(id) || float8send(campaign_id), '') from search_term
    where organization_id = ${integer(organizationId)}) to stdout (format binary)`;
  const rows = await copyOutBytes(transaction, sql);
  for (let at = 0; at < rows.byteLength; at += TERM.length) {
    campaigns[rows.getInt32(at + TERM.id)] = rows.getFloat64(at + TERM.campaign);
  }
  return campaigns;
}

/** COPY takes no parameters: what stands in its text must be a number. */
function integer(value: number): number {
  if (!Number.isSafeInteger(value)) throw new TypeError('not an integer');
  return value;
}
