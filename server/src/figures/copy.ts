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

/** The rows of a COPY in binary format whose columns are one integer and one bytea, by the integer. */
export async function copyOutBytes<Parameters extends (string | number)[]>(
  { client }: Transaction,
  copy: Statement<Parameters, never>,
  ...parameters: Parameters
): Promise<Map<number, DataView>> {
  const literals = parameters.map((value) => client.escapeLiteral(String(value)));
  const pieces: Buffer[] = [];
  for await (const piece of client.query(copyStreams.to(inPlace(copy.text, literals)))) pieces.push(piece);
  const { buffer, byteOffset, byteLength } = Buffer.concat(pieces);
  const bytes = new DataView(buffer, byteOffset, byteLength);
  const rows = new Map<number, DataView>();
  for (let at = HEADER_LENGTH; bytes.getInt16(at) !== END; ) {
    const length = bytes.getInt32(at + 10);
    rows.set(bytes.getInt32(at + 6), new DataView(buffer, byteOffset + at + 14, length));
    at += 14 + length;
  }
  return rows;
}

/** COPY takes no parameters: they are written into its text. */
function inPlace(text: string, literals: readonly string[]): string {
  return text.replace(/\$(\d+)/g, (_, number: string) => {
    const literal = literals[Number(number) - 1];
    if (literal === undefined) throw new TypeError(`no value for $${number}`);
    return literal;
  });
}
