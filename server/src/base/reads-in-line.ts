import type { Context, Services } from './context.ts';
import type { Queryable } from './database.ts';
import { type InTurn, queriesInTurn } from './queries-in-turn.ts';
import type { Line, Place, Turns } from './turns.ts';

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

/** What an organization waits in for itself: who rests there keeps nobody of another from a turn. */
const READS_OF_ONE: Line = { ...READS, name: 'reads of one organization', atOnce: Number.POSITIVE_INFINITY };
const LONGEST_REST_MS = 500;

/**
 * What one request reads by, in the line of its organization: never by the connections that everybody shares. Who has
 * begun goes before their own organization's next, so that what is begun comes to its end. No turn outlasts its
 * statement, so nobody is waited for who waits for something else. Whoever keeps their turns busy without a pause, beside
 * others at work, rests in proportion; what goes ahead of all rests for nobody.
 */
export function readsInLine(
  { database, turns }: Pick<Services, 'database' | 'turns'>,
  { ahead = false, ...place }: Place,
): Pick<Context, 'db' | 'database'> {
  let begun = ahead;
  const inTurn: InTurn = (ask) => {
    const inPlace = { until: performance.now() + READS.waitsMs, ...place, ahead: begun };
    const take = () =>
      turns.take(READS, inPlace, () => {
        begun = true;
        return asked(turns, place.holder, ask);
      });
    return ahead ? take() : turns.take(READS_OF_ONE, inPlace, () => onceRested(turns, place.holder, take));
  };
  const queries = queriesInTurn(database, inTurn);
  return { db: queries, database: { ...database, ...queries } };
}

async function onceRested<T>({ rests }: Turns, holder: string, work: () => Promise<T>): Promise<T> {
  await rests.rested(restsAs(holder));
  return work();
}

async function asked<T>({ busy, rests }: Turns, holder: string, ask: () => Promise<T>): Promise<T> {
  const end = busy.isInTheWay(holder) ? rests.begin(restsAs(holder)) : undefined;
  const began = performance.now();
  try {
    return await ask();
  } finally {
    const took = performance.now() - began;
    busy.had(holder, took);
    end?.(Math.min(took, LONGEST_REST_MS));
  }
}

const restsAs = (holder: string) => `reads ${holder}`;

/**
 * What a request reads a few rows by, on the connections that everybody shares; what it finds to be more it reads by
 * `database`, in line, and shares with what else its person asks at the same time.
 */
export function lightReads(
  services: Pick<Services, 'database' | 'turns'>,
  place: Place,
): Pick<Context, 'db' | 'database'> {
  const hot = queriesInTurn(services.database.hot, (ask) => services.turns.light.take(place, ask));
  const { database } = readsInLine(services, place);
  const row: Queryable['row'] = (statement, ...parameters) => {
    const question = JSON.stringify([place.holder, place.part, statement.name, parameters]);
    return services.turns.together.ask(question, () => database.row(statement, ...parameters));
  };
  return { db: hot, database: { ...database, row, hot } };
}
