import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { addressGroup } from '../../base/address-group.ts';
import { limitHeaders } from '../../base/allowance.ts';
import type { PublicContext, Services } from '../../base/context.ts';
import { Refusal } from '../../base/errors.ts';
import { forgetTriesBefore, forgetTry, noteTry } from './sign-in-failure.store.ts';

const TRIES_PER_MINUTE_AND_ADDRESS = 60;
const FREE_FAILURES = 10;
const FAILURE_WINDOW_MS = 15 * 60 * 1000;
const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 4_000;

/** How long an account waits after so many wrong passwords within 15 minutes; it is slowed down, never locked. */
export function delayAfter(failures: number): number {
  if (failures < FREE_FAILURES) return 0;
  return Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (failures - FREE_FAILURES));
}

/** Refuses an address that tries too often. */
export async function limitByAddress({ rateLimiter, ip }: PublicContext): Promise<void> {
  const allowance = await rateLimiter.take(`sign-in:${addressGroup(ip)}`, TRIES_PER_MINUTE_AND_ADDRESS);
  if (allowance.allowed) return;
  const { retryAfter } = allowance;
  throw new Refusal('rate_limited', `Too many tries to sign in. Try again in ${retryAfter} s.`, {
    headers: { 'retry-after': String(retryAfter), ...limitHeaders(allowance) },
  });
}

/**
 * Runs one try at an account, after the wait that the account's failures have earned. The wait is the same for right
 * and wrong passwords, and for accounts that do not exist.
 */
export async function atAccountsPace<T>(
  { database, clock }: Services,
  email: string,
  attempt: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const now = clock.now();
  const account = createHash('sha256').update(email).digest();
  const note = { account, at: new Date(now), since: new Date(now - FAILURE_WINDOW_MS) };
  const { id, failures } = await noteTry(database, note);
  await pause(delayAfter(failures));
  const result = await attempt();
  if (result !== undefined) await forgetTry(database, id);
  return result;
}

/** Removes failures too old to slow anybody down. */
export function forgetOldTries({ database, clock }: Services): Promise<void> {
  return forgetTriesBefore(database, new Date(clock.now() - FAILURE_WINDOW_MS));
}
