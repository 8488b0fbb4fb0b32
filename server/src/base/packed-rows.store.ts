import { LongWork } from './long-work.ts';

const ROWS_IN_A_PIECE = 500;

/** Many rows as one text. */
export interface PackedRows {
  rows: string;
}

/**
 * A select whose many rows come in few pieces, in an order. The driver takes rows apart one by one and as many as have
 * come, for thousands in one go; pieces are unpacked in turns, so those of large rows have fewer.
 */
export function packed(select: string, order: string, rowsInAPiece = ROWS_IN_A_PIECE): string {
  return `
  select json_agg(p.fields order by p.place)::text as rows
  from (
    select row_to_json(q) as fields, row_number() over (order by ${order}) - 1 as place
    from (${select}) q
  ) p
  group by p.place / ${rowsInAPiece}
  order by p.place / ${rowsInAPiece}`;
}

/** The rows of such a select. Amounts, instants and what else is not the same in JSON it selects as text. */
export async function unpacked<Row>(pieces: readonly PackedRows[]): Promise<Row[]> {
  const work = new LongWork();
  const all: Row[] = [];
  for (const { rows } of pieces) {
    if (work.hadItsTurn) await work.giveWay();
    all.push(...(JSON.parse(rows) as Row[]));
  }
  return all;
}
