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
const VALUE_AT = HEADER_LENGTH + 6;
const VALUE_LENGTH_AT = HEADER_LENGTH + 2;
const NO_ROWS = -1;
const NO_VALUE = new DataView(new ArrayBuffer(0));

/** The one value of type bytea that a COPY in binary format holds; empty when there is none. */
export async function copyOutBytes({ client }: Transaction, sql: string): Promise<DataView> {
  const pieces: Buffer[] = [];
  for await (const piece of client.query(copyStreams.to(sql))) pieces.push(piece);
  const { buffer, byteOffset, byteLength } = Buffer.concat(pieces);
  const bytes = new DataView(buffer, byteOffset, byteLength);
  if (bytes.getInt16(HEADER_LENGTH) === NO_ROWS) return NO_VALUE;
  return new DataView(buffer, byteOffset + VALUE_AT, Math.max(0, bytes.getInt32(VALUE_LENGTH_AT)));
}
