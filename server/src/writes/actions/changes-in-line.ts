import { AsyncLocalStorage } from 'node:async_hooks';
import { lettingGo } from '../../base/letting-go.ts';
import { DatabaseBusy } from '../../base/outage.ts';
import { type InTurn, queriesInTurn } from '../../base/queries-in-turn.ts';
import type { Line } from '../../base/turns.ts';
import type { TaskContext } from '../../tasks/task.ts';

/** Statements and transactions of those who carry changes out: an organization has half of the connections for that. */
const CARRYING: Line = {
  name: 'changes that are carried out',
  atOnceOfOne: 2,
  mostWaitingOfOne: 1_000,
  waitsMs: 60_000,
  refusal: 'Too many changes of this organization are under way.',
};

/**
 * What work on a change reads and writes by, in the line of its organization. A row that others hold is waited for outside
 * of the line and of the connections, however many changes need it; what the wait cut short had done nothing and is done
 * anew. Who has a turn needs no other.
 */
export function changesInLine(
  { database, organizationId, turns }: TaskContext,
  { ahead }: { ahead: boolean },
): Pick<TaskContext, 'db' | 'database'> {
  const place = { holder: `${organizationId}`, ahead };
  const turn = new AsyncLocalStorage<true>();
  const inTurn: InTurn = async (ask) => {
    // To have waited in vain says nothing of the change: it is no refusal.
    const leave = await turns.enter(CARRYING, place).catch((error: unknown) => {
      throw new DatabaseBusy(error);
    });
    try {
      return await turn.run(true, ask);
    } finally {
      leave();
    }
  };
  const freely: InTurn = (ask) => (turn.getStore() ? ask() : lettingGo(() => inTurn(ask)));
  const queries = queriesInTurn(database, freely);
  const transaction: typeof database.transaction = (work, options) => freely(() => database.transaction(work, options));
  return { db: queries, database: { ...database, ...queries, transaction } };
}
