import { setTimeout as pause } from 'node:timers/promises';
import { originOf } from '../../base/address-group.ts';
import type { PublicContext, Services } from '../../base/context.ts';
import type { Queryable } from '../../base/database.ts';
import { Refusal } from '../../base/errors.ts';
import { accountTried, type KindOfTry } from './account-tried.ts';
import { isKnownOrigin } from './known-origin.store.ts';
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

type Paced = Pick<PublicContext, 'database' | 'clock' | 'ip'>;

/** What is tried, each kind counted apart from the others: a password by default. */
interface Tried {
  what: KindOfTry;
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
  { what, pace }: Tried = { what: 'password', pace: PASSWORD_PACE },
): Promise<T | undefined> {
  // Where somebody was recognised they are not kept waiting by what others try, wherever these come from.
  const isKnown = await isKnownOrigin(context.database, email, context.ip, context.clock.now());
  const account = accountTried(what, email);
  const { id, at } = await takeTurn(context, account, { isKnown, pace });
  await pause(Math.max(0, at - context.clock.now()));
  const result = await attempt({ account, id }).catch((error: unknown) => forgetUntried(context, id, error));
  if (result !== undefined) await forgetTry(context.database, id);
  return result;
}

/** What there was no room to look at is no wrong try. */
async function forgetUntried({ database }: Paced, id: number, error: unknown): Promise<never> {
  if (error instanceof Refusal) await forgetTry(database, id);
  throw error;
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
