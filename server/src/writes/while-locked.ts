import type { Context } from '../base/context.ts';
import type { Transaction } from '../base/database.ts';
import { LOCKS_WAIT_MS, lettingGo } from '../base/letting-go.ts';
import type { Place } from '../base/turns.ts';
import { AT_WORK, BUSY_FOR_MS } from './change-lines.ts';
import { noteStopInLine } from './stop-in-line.store.ts';

/**
 * Makes a change in one transaction, in its turn. Where somebody holds a row for long it is waited for outside of the
 * transaction: neither the place among those who are at work nor what the caller holds keeps others waiting meanwhile. A
 * stop asks whoever holds the row to let go.
 */
export function inTurn<T>(context: Context, place: Place, work: (db: Transaction) => Promise<T>): Promise<T> {
  const { database, turns } = context;
  const make = () => turns.take(AT_WORK, place, () => database.transaction(work, { locksWaitMs: LOCKS_WAIT_MS }));
  const whenHeld = async () => {
    if (place.ahead) await noteStopInLine({ ...context, db: database });
  };
  return lettingGo(make, { longestMs: BUSY_FOR_MS, whenHeld });
}
