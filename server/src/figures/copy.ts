import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import copyStreams from 'pg-copy-streams';
import type { Statement, Transaction } from '../base/database.ts';

/** Loads lines in COPY's text format; when the lines fail, nothing of them stays. */
export async function copyIn(
  { client }: Transaction,
  copy: Statement<[], never>,
  lines: Iterable<string> | AsyncIterable<string>,
): Promise<void> {
  await pipeline(Readable.from(lines), client.query(copyStreams.from(copy.text)));
}

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r', '\0': '' };

/** A text as it stands in COPY's text format; what PostgreSQL cannot hold is left out. */
export function copyText(text: string): string {
  return text.toWellFormed().replace(/[\\\t\n\r\0]/g, (character) => ESCAPES[character] ?? '');
}

const HEADER_LENGTH = 19;
const END = -1;
const COUNT_LENGTH = 2;
/** After the count of columns: the length of the integer, the integer, the length of the bytea. */
const ROW_HEAD = { length: 12, integer: 4, lengthOfBytes: 8 } as const;

/** The rows of a COPY in binary format whose columns are one integer and one bytea, by the integer. */
export async function copyOutBytes<Parameters extends (string | number)[]>(
  transaction: Transaction,
  copy: Statement<Parameters, never>,
  ...parameters: Parameters
): Promise<Map<number, DataView>> {
  return new Map(await Array.fromAsync(copyOutRows(transaction, copy, ...parameters)));
}

/** The same rows one after the other as they come: whoever needs each only once never holds all of them. */
export async function* copyOutRows<Parameters extends (string | number)[]>(
  { client }: Transaction,
  copy: Statement<Parameters, never>,
  ...parameters: Parameters
): AsyncGenerator<[number, DataView]> {
  const literals = parameters.map((value) => client.escapeLiteral(String(value)));
  const pieces = client.query(copyStreams.to(inPlace(copy.text, literals)))[Symbol.asyncIterator]();
  const bytes = new BytesInPieces(pieces);
  try {
    await bytes.take(HEADER_LENGTH);
    while ((await bytes.take(COUNT_LENGTH)).getInt16(0) !== END) {
      const row = await bytes.take(ROW_HEAD.length);
      yield [row.getInt32(ROW_HEAD.integer), await bytes.take(row.getInt32(ROW_HEAD.lengthOfBytes))];
    }
  } finally {
    // The connection is free for the next statement only once all was taken from it.
    while (!(await pieces.next()).done);
  }
}

/** Bytes that come in pieces of any length, taken in the lengths that are asked for. */
class BytesInPieces {
  readonly #pieces: AsyncIterator<Uint8Array>;
  #piece: Uint8Array = new Uint8Array();
  #at = 0;

  constructor(pieces: AsyncIterator<Uint8Array>) {
    this.#pieces = pieces;
  }

  async take(length: number): Promise<DataView> {
    const taken = new Uint8Array(length);
    for (let filled = 0; filled < length; ) {
      if (this.#at === this.#piece.length) await this.#next();
      const some = this.#piece.subarray(this.#at, this.#at + length - filled);
      taken.set(some, filled);
      filled += some.length;
      this.#at += some.length;
    }
    return new DataView(taken.buffer);
  }

  async #next(): Promise<void> {
    const { done, value } = await this.#pieces.next();
    if (done) throw new RangeError('a COPY ended before its last row');
    [this.#piece, this.#at] = [value, 0];
  }
}

/** COPY takes no parameters: they are written into its text. */
function inPlace(text: string, literals: readonly string[]): string {
  return text.replace(/\$(\d+)/g, (_, number: string) => {
    const literal = literals[Number(number) - 1];
    if (literal === undefined) throw new TypeError(`no value for $${number}`);
    return literal;
  });
}
