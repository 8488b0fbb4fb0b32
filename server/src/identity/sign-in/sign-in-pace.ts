import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { addressGroup } from '../../base/address-group.ts';
import type { PublicContext, Services } from '../../base/context.ts';
import { Refusal } from '../../base/errors.ts';
import { forgetTriesBefore, forgetTry, holdAccount, noteTry } from './sign-in-failure.store.ts';
import { FAILURE_WINDOW_MS, nextTurn } from './sign-in-turn.ts';

/**
 * Runs one try at an account when its turn comes, over all processes. The wait is the same for right and wrong
 * passwords, and for accounts that do not exist.
 */
export async function atAccountsPace<T>(
  context: Pick<PublicContext, 'database' | 'clock' | 'ip'>,
  email: string,
  attempt: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const { id, at } = await takeTurn(context, createHash('sha256').update(email).digest());
  await pause(Math.max(0, at - context.clock.now()));
  const result = await attempt();
  if (result !== undefined) await forgetTry(context.database, id);
  return result;
}

function takeTurn(
  { database, clock, ip }: Pick<PublicContext, 'database' | 'clock' | 'ip'>,
  account: Buffer,
): Promise<{ id: number; at: number }> {
  const origin = addressGroup(ip);
  return database.transaction(async (db) => {
    const now = clock.now();
    const tries = await holdAccount(db, { account, origin, since: new Date(now - FAILURE_WINDOW_MS) });
    const turn = nextTurn(tries, now);
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
