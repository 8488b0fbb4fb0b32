import { createHmac, timingSafeEqual } from 'node:crypto';
import type { z } from 'zod';
import { invalid, type Refusal } from './errors.ts';
import type { Secrets } from './secrets.ts';

/** What makes and reads cursors: the shared secrets, and what a cursor belongs to. */
export interface CursorScope {
  signingSecrets: Secrets;
  organizationId: number;
}

const TAG_LENGTH = 12;

/**
 * Cuts what was fetched for a page, one row more than asked for, to the page, and tells where the next one begins: after
 * the values of the sort columns in the last row; undefined at the end. A list that knows in another way whether there is
 * more says so.
 */
export function pageOf<Row, At extends object>(
  fetched: readonly Row[],
  limit: number,
  positionAt: (row: Row) => At,
  { more = fetched.length > limit } = {},
): { rows: Row[]; next: At | undefined } {
  const rows = fetched.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next: more && last !== undefined ? positionAt(last) : undefined };
}

/** Makes the next_cursor of a page: opaque, for the same list with the same filters; null at the end. */
export function cursorAfter(scope: CursorScope, query: object, next: object | undefined): string | null {
  if (next === undefined) return null;
  const payload = Buffer.from(JSON.stringify(next));
  const tag = tagOf(scope.signingSecrets.signing, scope, query, payload);
  return Buffer.concat([tag, payload]).toString('base64url');
}

/** Reads a cursor back; one that was made for another query, or tampered with, is refused. */
export function positionOf<At extends object>(
  scope: CursorScope,
  query: object,
  cursor: string | undefined,
  position: z.ZodType<At>,
): At | undefined {
  if (cursor === undefined) return undefined;
  const bytes = Buffer.from(cursor, 'base64url');
  const exact = bytes.toString('base64url') === cursor;
  const payload = bytes.subarray(TAG_LENGTH);
  if (!exact || bytes.length <= TAG_LENGTH) throw noCursor();
  const tag = bytes.subarray(0, TAG_LENGTH);
  const made = (secret: Buffer) => timingSafeEqual(tag, tagOf(secret, scope, query, payload));
  if (!scope.signingSecrets.accepted.some(made)) throw noCursor();
  const read = position.safeParse(JSON.parse(payload.toString()));
  if (!read.success) throw noCursor();
  return read.data;
}

function noCursor(): Refusal {
  return invalid([{ path: 'cursor', message: 'is not a cursor of this list with these filters' }]);
}

function tagOf(secret: Buffer, { organizationId }: CursorScope, query: object, payload: Buffer): Buffer {
  return createHmac('sha256', secret)
    .update(JSON.stringify([organizationId, query]))
    .update(payload)
    .digest()
    .subarray(0, TAG_LENGTH);
}
