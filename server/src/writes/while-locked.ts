import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../base/context.ts';
import { type Transaction, waitedForLock } from '../base/database.ts';
import type { Place } from '../base/turns.ts';
import { AT_WORK, BUSY_FOR_MS } from './change-lines.ts';
import { noteStopInLine } from './stop-in-line.store.ts';

/** Changes of one campaign that follow each other closely take less than this. */
const LOCKS_WAIT_MS = 500;
const PAUSE_MS = 250;

/**
 * Makes a change in one transaction, in its turn. Where somebody holds a row for long it is waited for outside of the
 * transaction: neither the place among those who are at work nor what the caller holds keeps others waiting meanwhile. A
 * stop asks whoever holds the row to let go.
 */
export async function inTurn<T>(context: Context, place: Place, work: (db: Transaction) => Promise<T>): Promise<T> {
  const until = performance.now() + BUSY_FOR_MS;
  for (;;) {
    try {
      return await context.turns.take(AT_WORK, place, () =>
        context.database.transaction(work, { locksWaitMs: LOCKS_WAIT_MS }),
      );
    } catch (error) {
      if (!waitedForLock(error) || performance.now() > until) throw error;
    }
    if (place.ahead) await noteStopInLine({ ...context, db: context.database });
    await pause(PAUSE_MS);
  }
}
