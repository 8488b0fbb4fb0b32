import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { addressGroup, originOf } from '../../base/address-group.ts';
import type { PublicContext, Services } from '../../base/context.ts';
import type { Queryable } from '../../base/database.ts';
import { Refusal } from '../../base/errors.ts';
import { sessionOrigins } from './session.store.ts';
import { forgetTriesBefore, forgetTry, holdAccount, type NewTry, noteTry, takePlace } from './sign-in-failure.store.ts';
import {
  type AskAgain,
  FREE_FAILURES_OF_ADDRESS,
  type GivenNow,
  LONGEST_WINDOW_MS,
  nextTurn,
  PASSWORD_PACE,
  type Pace,
} from './sign-in-turn.ts';

const ORIGINS_LOOKED_AT = 20;

type Paced = Pick<PublicContext, 'database' | 'clock' | 'ip'>;

/** What is tried: a password by default, or something that is counted apart from those. */
interface Tried {
  what: string;
  pace: Pace;
}

/** A try as it is noted until it proves right. */
export interface Noted {
  account: Buffer;
  id: number;
}

/**
 * Runs one try at an account when its turn comes, over all processes; it is told how it was noted. The wait is the same
 * for right and wrong passwords, and for accounts that do not exist.
 */
export async function atAccountsPace<T>(
  context: Paced,
  email: string,
  attempt: (noted: Noted) => Promise<T | undefined>,
  { what, pace }: Tried = { what: '', pace: PASSWORD_PACE },
): Promise<T | undefined> {
  const known = await isKnownAddress(context, email);
  const account = createHash('sha256')
    .update(what === '' ? email : `${what} ${email}`)
    .digest();
  const { id, at } = await takeTurn(context, account, { isKnown: known, pace });
  await pause(Math.max(0, at - context.clock.now()));
  const result = await attempt({ account, id });
  if (result !== undefined) await forgetTry(context.database, id);
  return result;
}

/** Where somebody is signed in already they are not kept waiting by what others try, wherever these come from. */
async function isKnownAddress({ database, ip }: Paced, email: string): Promise<boolean> {
  const origin = addressGroup(ip);
  const known = await sessionOrigins(database, email, ORIGINS_LOOKED_AT);
  return known.some((other) => addressGroup(other) === origin);
}

/** A turn at an account. Who has to ask again for it finds their place kept. */
export async function takeTurn(
  { database, clock, ip }: Paced,
  account: Buffer,
  { isKnown, pace }: { isKnown: boolean; pace: Pace },
): Promise<{ id: number; at: number }> {
  const now = clock.now();
  const ago = (ms: number) => new Date(now - ms);
  const asked = { account, from: originOf(ip) };
  const taken = await database.transaction(async (db) => {
    const turnsSince = ago(Math.max(pace.longestDelayMs, pace.placeKeptMs));
    const tries = await holdAccount(db, { ...asked, since: ago(pace.windowMs), turnsSince });
    const goesAhead = isKnown && tries.own_failures < FREE_FAILURES_OF_ADDRESS;
    const turn = goesAhead ? { at: now, insistent: false } : nextTurn(pace, tries, now);
    return 'askAgainAt' in turn ? keepPlace(db, asked, turn) : noteTurn(db, asked, turn);
  });
  if ('askAgainAt' in taken) throw tooManyTries(Math.ceil((taken.askAgainAt - now) / 1000));
  return taken;
}

type Asked = Pick<NewTry, 'account' | 'from'>;

async function noteTurn(
  db: Queryable,
  asked: Asked,
  { at, insistent, place }: GivenNow,
): Promise<GivenNow & { id: number }> {
  if (place !== undefined) await takePlace(db, place);
  const id = place ?? (await noteTry(db, { ...asked, at: new Date(at), insistent }));
  return { at, insistent, id };
}

async function keepPlace(db: Queryable, asked: Asked, told: AskAgain): Promise<AskAgain> {
  const { placeAt, insistent } = told;
  if (placeAt !== undefined) await noteTry(db, { ...asked, at: new Date(placeAt), insistent, awaited: true });
  return told;
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
