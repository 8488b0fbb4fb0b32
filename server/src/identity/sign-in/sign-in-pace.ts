import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { addressGroup } from '../../base/address-group.ts';
import type { PublicContext, Services } from '../../base/context.ts';
import { Refusal } from '../../base/errors.ts';
import { sessionOrigins } from './session.store.ts';
import { forgetTriesBefore, forgetTry, holdAccount, noteTry } from './sign-in-failure.store.ts';
import { FAILURE_WINDOW_MS, FREE_FAILURES_OF_ADDRESS, nextTurn } from './sign-in-turn.ts';

const ORIGINS_LOOKED_AT = 20;

/**
 * Runs one try at an account when its turn comes, over all processes. The wait is the same for right and wrong
 * passwords, and for accounts that do not exist.
 */
export async function atAccountsPace<T>(
  context: Pick<PublicContext, 'database' | 'clock' | 'ip'>,
  email: string,
  attempt: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const known = await isKnownAddress(context, email);
  const { id, at } = await takeTurn(context, createHash('sha256').update(email).digest(), known);
  await pause(Math.max(0, at - context.clock.now()));
  const result = await attempt();
  if (result !== undefined) await forgetTry(context.database, id);
  return result;
}

/** Where somebody is signed in already they are not kept waiting by what others try, wherever these come from. */
async function isKnownAddress(
  { database, ip }: Pick<PublicContext, 'database' | 'ip'>,
  email: string,
): Promise<boolean> {
  const origin = addressGroup(ip);
  const known = await sessionOrigins(database, email, ORIGINS_LOOKED_AT);
  return known.some((other) => addressGroup(other) === origin);
}

function takeTurn(
  { database, clock, ip }: Pick<PublicContext, 'database' | 'clock' | 'ip'>,
  account: Buffer,
  isKnown: boolean,
): Promise<{ id: number; at: number }> {
  const origin = addressGroup(ip);
  return database.transaction(async (db) => {
    const now = clock.now();
    const tries = await holdAccount(db, { account, origin, since: new Date(now - FAILURE_WINDOW_MS) });
    const turn =
      isKnown && tries.own_failures < FREE_FAILURES_OF_ADDRESS ? { at: now, insistent: false } : nextTurn(tries, now);
    if ('askAgainAt' in turn) throw tooManyTries(Math.ceil((turn.askAgainAt - now) / 1000));
    const { at, insistent } = turn;
    return { id: await noteTry(db, { account, origin, at: new Date(at), insistent }), at };
  });
}

function tooManyTries(seconds: number): Refusal {
  return new Refusal('rate_limited', `Too many tries to sign in. Try again in ${seconds} s.`, {
    headers: { 'retry-after': String(seconds) },
  });
}

/** Removes failures too old to slow anybody down. */
export function forgetOldTries({ database, clock }: Services): Promise<void> {
  return forgetTriesBefore(database, new Date(clock.now() - FAILURE_WINDOW_MS));
}
