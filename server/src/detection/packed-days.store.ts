import type { Tenancy } from '../base/context.ts';
import { statement, type Transaction } from '../base/database.ts';
import { LongWork } from '../base/long-work.ts';
import { copyOutRows } from '../figures/copy.ts';
import type { PackedLevel } from '../figures/packed-figures.store.ts';
import { EPOCH, type Place } from './figure-columns.ts';

/** What a packed row tells: whose it is, and four figures. */
const COLUMNS = 5;

/** Hundreds of thousands of rows arrive as a hundred, and are added up here several times faster than there. */
const copyDays = statement<
  [organizationId: number, campaignId: number, level: string, latestDay: number, days: number],
  never
>(`
  copy (
    select ${EPOCH} + $4::integer - day, rows from packed_figures
    where organization_id = $1 and campaign_id = $2 and level = $3
      and day > ${EPOCH} + ($4::integer - $5::integer) and day <= ${EPOCH} + $4::integer
  ) to stdout (format binary)`);

const VALUE_LENGTH = 8;
const ROW_LENGTH = COLUMNS * VALUE_LENGTH;

const countRows = statement<[organizationId: number, campaignId: number, level: string], { count: number }>(`
  select (coalesce(sum(octet_length(rows)), 0) / ${ROW_LENGTH})::integer as count from packed_figures
  where organization_id = $1 and campaign_id = $2 and level = $3`);

/** How many rows the packed days of a campaign hold, told by their lengths without reading them. */
export async function countPackedRows(
  { db, organizationId }: Tenancy,
  level: PackedLevel,
  campaignId: number,
): Promise<number> {
  return (await db.row(countRows, organizationId, campaignId, level))?.count ?? 0;
}

/** A transaction of one organization: copying needs the connection. */
export interface Reading {
  readonly organizationId: number;
  readonly db: Transaction;
}

/** So many packed days up to the latest, one after the other as they come; days without rows are left out. */
export async function* packedDays(
  { db, organizationId }: Reading,
  level: PackedLevel,
  { campaignId, latestDay }: Place,
  days: number,
): AsyncGenerator<PackedDay> {
  const rows = copyOutRows(db, copyDays, organizationId, campaignId, level, latestDay, days);
  for await (const [back, packed] of rows) yield new PackedDay(back, packed);
}

/** So many rows are over in a fraction of a turn. */
const ROWS_AT_ONCE = 2_000;

/** Visits the rows of all days, in turns: there may be millions. */
export async function eachPackedRow(
  days: AsyncIterable<PackedDay>,
  ofDay: (day: PackedDay) => (row: number) => void,
): Promise<void> {
  const work = new LongWork();
  for await (const day of days) {
    const visit = ofDay(day);
    for (let row = 0; row < day.length; ) {
      const end = Math.min(day.length, row + ROWS_AT_ONCE);
      for (; row < end; row += 1) visit(row);
      if (work.hadItsTurn) await work.giveWay();
    }
  }
}

const HALF_LENGTH = 4;
const HALF = 2 ** 32;

/** The rows of one day, each five values of 64 bits. */
export class PackedDay {
  /** How many days before the latest. */
  readonly back: number;
  readonly length: number;
  readonly #rows: DataView;

  constructor(back: number, rows: DataView) {
    this.back = back;
    this.#rows = rows;
    this.length = rows.byteLength / ROW_LENGTH;
  }

  /** One value of a row; doubles hold what is counted exactly. */
  value(column: number, row: number): number {
    const at = (row * COLUMNS + column) * VALUE_LENGTH;
    return this.#rows.getInt32(at) * HALF + this.#rows.getUint32(at + HALF_LENGTH);
  }
}
