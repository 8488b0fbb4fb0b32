import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { addressGroup } from '../../base/address-group.ts';
import type { PublicContext, Services } from '../../base/context.ts';
import { Refusal } from '../../base/errors.ts';
import { sessionOrigins } from './session.store.ts';
import { forgetTriesBefore, forgetTry, holdAccount, noteTry } from './sign-in-failure.store.ts';
import { FREE_FAILURES_OF_ADDRESS, LONGEST_WINDOW_MS, nextTurn, PASSWORD_PACE, type Pace } from './sign-in-turn.ts';

const ORIGINS_LOOKED_AT = 20;

type Paced = Pick<PublicContext, 'database' | 'clock' | 'ip'>;

/** What is tried: a password by default, or something that is counted apart from those. */
interface Tried {
  what: string;
  pace: Pace;
}

/**
 * Runs one try at an account when its turn comes, over all processes; it is told how many have failed lately. The wait
 * is the same for right and wrong passwords, and for accounts that do not exist.
 */
export async function atAccountsPace<T>(
  context: Paced,
  email: string,
  attempt: (failures: number) => Promise<T | undefined>,
  { what, pace }: Tried = { what: '', pace: PASSWORD_PACE },
): Promise<T | undefined> {
  const known = await isKnownAddress(context, email);
  const account = createHash('sha256')
    .update(what === '' ? email : `${what} ${email}`)
    .digest();
  const { id, at, failures } = await takeTurn(context, account, { isKnown: known, pace });
  await pause(Math.max(0, at - context.clock.now()));
  const result = await attempt(failures);
  if (result !== undefined) await forgetTry(context.database, id);
  return result;
}

/** Where somebody is signed in already they are not kept waiting by what others try, wherever these come from. */
async function isKnownAddress({ database, ip }: Paced, email: string): Promise<boolean> {
  const origin = addressGroup(ip);
  const known = await sessionOrigins(database, email, ORIGINS_LOOKED_AT);
  return known.some((other) => addressGroup(other) === origin);
}

function takeTurn(
  { database, clock, ip }: Paced,
  account: Buffer,
  { isKnown, pace }: { isKnown: boolean; pace: Pace },
): Promise<{ id: number; at: number; failures: number }> {
  const origin = addressGroup(ip);
  return database.transaction(async (db) => {
    const now = clock.now();
    const tries = await holdAccount(db, { account, origin, since: new Date(now - pace.windowMs) });
    const turn =
      isKnown && tries.own_failures < FREE_FAILURES_OF_ADDRESS
        ? { at: now, insistent: false }
        : nextTurn(pace, tries, now);
    if ('askAgainAt' in turn) throw tooManyTries(Math.ceil((turn.askAgainAt - now) / 1000));
    const { at, insistent } = turn;
    const id = await noteTry(db, { account, origin, at: new Date(at), insistent });
    return { id, at, failures: tries.failures };
  });
}

function tooManyTries(seconds: number): Refusal {
  return new Refusal('rate_limited', `Too many tries. Try again in ${seconds} s.`, {
    headers: { 'retry-after': String(seconds) },
  });
}

/** Removes failures too old to slow anybody down. */
export function forgetOldTries({ database, clock }: Services): Promise<void> {
  return forgetTriesBefore(database, new Date(clock.now() - LONGEST_WINDOW_MS));
}
