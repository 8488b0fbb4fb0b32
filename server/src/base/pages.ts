import { createHmac, timingSafeEqual } from 'node:crypto';
import { invalid } from './errors.ts';

/** Where a page begins: the values of the sort columns in the last row of the page before. */
export type Position = (string | number | null)[];

/** What makes and reads cursors: the shared secret, and what a cursor belongs to. */
export interface CursorScope {
  signingSecret: Buffer;
  organizationId: number;
}

const TAG_LENGTH = 12;

/** Makes an opaque cursor that only fits the same list with the same filters. */
export function cursorAfter(scope: CursorScope, query: object, position: Position): string {
  const payload = Buffer.from(JSON.stringify(position));
  return Buffer.concat([tagOf(scope, query, payload), payload]).toString('base64url');
}

/** Reads a cursor back; one that was made for another query, or tampered with, is refused. */
export function positionOf(scope: CursorScope, query: object, cursor: string | undefined): Position | undefined {
  if (cursor === undefined) return undefined;
  const bytes = Buffer.from(cursor, 'base64url');
  const exact = bytes.toString('base64url') === cursor;
  const payload = bytes.subarray(TAG_LENGTH);
  const genuine =
    exact && bytes.length > TAG_LENGTH && timingSafeEqual(bytes.subarray(0, TAG_LENGTH), tagOf(scope, query, payload));
  if (!genuine) throw invalid([{ path: 'cursor', message: 'is not a cursor of this list with these filters' }]);
  return JSON.parse(payload.toString()) as Position;
}

function tagOf({ signingSecret, organizationId }: CursorScope, query: object, payload: Buffer): Buffer {
  return createHmac('sha256', signingSecret)
    .update(JSON.stringify([organizationId, query]))
    .update(payload)
    .digest()
    .subarray(0, TAG_LENGTH);
}
