import { Refusal } from '../../base/errors.ts';
import type { Full } from './body-room.ts';
import { refusedBody } from './decode-body.ts';

/** Refuses what has more bytes than it may. */
export function tooLarge(limit: number): Refusal {
  const kib = limit / 1024;
  return refusedBody(413, `is larger than ${kib < 1024 ? `${kib} KiB` : `${kib / 1024} MiB`}`);
}

const WHOSE = { caller: ' from you', network: ' from this network', address: ' from this address' };

/** Who is in their own way waits like a caller who asks too often; in the way of all, everybody does. */
export function noRoom(full: Full): Refusal {
  if (full === 'all') return tryAgain('Too much is on its way. Try again in 1 s.', 503);
  return tryAgain(`Too much is on its way${WHOSE[full]}. Try again in 1 s.`, 429);
}

/** Tells whoever was cut off for others. */
export function gaveWay(): Refusal {
  return tryAgain('Too much is on its way: what is slow, or takes up most, gives way. Try again in 1 s.', 503);
}

/** Refuses for the moment. */
export function tryAgain(message: string, status: 429 | 503): Refusal {
  return new Refusal('rate_limited', message, { status, headers: { 'retry-after': '1' } });
}
