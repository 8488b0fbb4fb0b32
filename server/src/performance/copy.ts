import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import copyStreams from 'pg-copy-streams';
import type { Transaction } from '../core/database.ts';

/** Loads lines in COPY's text format; when the lines fail, nothing of them stays. */
export async function copyIn(
  { client }: Transaction,
  sql: string,
  lines: Iterable<string> | AsyncIterable<string>,
): Promise<void> {
  await pipeline(Readable.from(lines), client.query(copyStreams.from(sql)));
}

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r', '\0': '' };

/** A text as it stands in COPY's text format; what PostgreSQL cannot hold is left out. */
export function copyText(text: string): string {
  return text.toWellFormed().replace(/[\\\t\n\r\0]/g, (character) => ESCAPES[character] ?? '');
}

const HEADER_LENGTH = 19;
const TRAILER_LENGTH = 2;
const COUNT_LENGTH = 2;
const LENGTH_LENGTH = 4;
const HIGH_WORD = 2 ** 32;

/** Where each integer lies in a row of COPY's binary format, and how long the row is; columns are never null. */
export function integerLayout<const Widths extends readonly (4 | 8)[]>(widths: Widths) {
  const offsets: number[] = [];
  let at = COUNT_LENGTH;
  for (const width of widths) {
    offsets.push(at + LENGTH_LENGTH);
    at += LENGTH_LENGTH + width;
  }
  return { offsets, rowLength: at };
}

/** Hands over the rows of a COPY in binary format one by one: many times cheaper than rows as objects. */
export async function copyOut(
  { client }: Transaction,
  sql: string,
  rowLength: number,
  onRow: (bytes: Buffer, at: number) => void,
): Promise<void> {
  let rest: Buffer = Buffer.alloc(0);
  let inHeader = true;
  for await (const piece of client.query(copyStreams.to(sql))) {
    const bytes: Buffer = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    let at = 0;
    if (inHeader && bytes.length >= HEADER_LENGTH) {
      inHeader = false;
      at = HEADER_LENGTH;
    }
    if (!inHeader) for (; bytes.length - at >= rowLength; at += rowLength) onRow(bytes, at);
    rest = bytes.subarray(at);
  }
  if (rest.length !== TRAILER_LENGTH) throw new Error('the rows are not laid out as expected');
}

/** A 64-bit integer of COPY's binary format. */
export function int8At(bytes: Buffer, at: number): number {
  return bytes.readInt32BE(at) * HIGH_WORD + bytes.readUInt32BE(at + 4);
}
