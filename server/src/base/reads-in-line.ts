import type { Context, Services } from './context.ts';
import { type InTurn, queriesInTurn } from './queries-in-turn.ts';
import type { Line, Place } from './turns.ts';

/**
 * Statements that may have much to read, one turn for each. All of them together hold half of the connections that
 * changes need too; one organization holds two, however much it has asked for.
 */
const READS: Line = {
  name: 'reads',
  atOnce: 5,
  atOnceOfOne: 2,
  mostWaiting: 3_000,
  mostWaitingOfOne: 300,
  waitsMs: 20_000,
  refusal: 'This organization reads too much at once. Try again in a moment.',
};

/**
 * What one request reads by, in the line of its organization: never by the connections that everybody shares. Who has
 * begun goes before their own organization's next, so that what is begun comes to its end. No turn outlasts its
 * statement, so nobody is waited for who waits for something else.
 */
export function readsInLine(
  { database, turns }: Pick<Services, 'database' | 'turns'>,
  { ahead = false, ...place }: Place,
): Pick<Context, 'db' | 'database'> {
  let begun = ahead;
  const inTurn: InTurn = (ask) =>
    turns.take(READS, { ...place, ahead: begun }, () => {
      begun = true;
      return ask();
    });
  const queries = queriesInTurn(database, inTurn);
  return { db: queries, database: { ...database, ...queries } };
}

/**
 * What a request reads a few rows by, on the connections that everybody shares; what it finds to be more it reads by
 * `database`, in line.
 */
export function lightReads(
  services: Pick<Services, 'database' | 'turns'>,
  place: Place,
): Pick<Context, 'db' | 'database'> {
  const hot = queriesInTurn(services.database.hot, (ask) => services.turns.light.take(place.holder, ask));
  const { database } = readsInLine(services, place);
  return { db: hot, database: { ...database, hot } };
}
