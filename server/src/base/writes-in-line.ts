import type { Context } from './context.ts';
import { type Asking, placeOf } from './holder.ts';
import { type InTurn, queriesInTurn } from './queries-in-turn.ts';
import type { Line } from './turns.ts';

/**
 * What changes something outside the guarded pipeline, one turn for each statement and each transaction: it may wait for
 * a locked row, and holds a connection meanwhile; all together hold half of those that there are for it.
 */
const WRITES: Line = {
  name: 'direct writes',
  atOnce: 3,
  atOnceOfOne: 2,
  mostWaiting: 3_000,
  mostWaitingOfOne: 200,
  waitsMs: 20_000,
  refusal: 'Too much is being changed here at once. Try again in a moment.',
};

/** The run of an operation, given what it writes by in line. */
export function inLine(run: (input: never, context: never) => Promise<unknown>) {
  const asked = run as (input: unknown, context: Asking) => Promise<unknown>;
  return (input: unknown, context: Asking) => asked(input, { ...context, ...writesInLine(context) });
}

/**
 * What one request writes by, in the line of its organization; of its person or else of its address where there is none.
 * Who has a turn needs no other, and waits neither for the platform nor for a password in it: so nobody is waited for
 * who waits for the same line. Much may have happened while it waited, so that each transaction begins by looking whether
 * the caller's session is still open: what a request of somebody changes, it changes in one.
 */
export function writesInLine(context: Asking): Pick<Context, 'db' | 'database'> {
  const { turns } = context;
  const database = context.database.forDirectWrites();
  const begin = 'caller' in context ? context.beginWriting : undefined;
  const place = placeOf(context);
  let begun = false;
  let held = 0;
  const inTurn: InTurn = (ask) => {
    if (held > 0) return ask();
    return turns.take(WRITES, { ...place, ahead: begun }, async () => {
      begun = true;
      held += 1;
      try {
        return await ask();
      } finally {
        held -= 1;
      }
    });
  };
  const queries = queriesInTurn(database, inTurn);
  const transaction: typeof database.transaction = (work, options) =>
    inTurn(() =>
      database.transaction(async (db) => {
        await begin?.(db);
        const result = await work(db);
        await context.endWriting?.(db);
        return result;
      }, options),
    );
  return { db: queries, database: { ...database, ...queries, transaction } };
}
