import { AsyncLocalStorage } from 'node:async_hooks';
import type { Services } from '../../base/context.ts';
import type { Database } from '../../base/database.ts';
import { Refusal } from '../../base/errors.ts';
import { type InTurn, queriesInTurn } from '../../base/queries-in-turn.ts';
import type { Line, Place } from '../../base/turns.ts';
import { errors } from './library.ts';

/**
 * One turn for each statement and each transaction. Anybody may ask: whoever asks for much waits behind their own, and
 * all together leave direct writes half of the connections that they share.
 */
const OF_APPS: Line = {
  name: 'what apps ask',
  atOnce: 3,
  atOnceOfOne: 2,
  mostWaiting: 3_000,
  mostWaitingOfOne: 1_000,
  waitsMs: 20_000,
  refusal: 'Too many apps are being answered at once. Try again in a moment.',
};

/**
 * What the OAuth server asks of the database, in the line of whoever's request it answers. The library tells what it
 * keeps things by nothing of the request, so that is known from where it was begun.
 */
export class AppQueries {
  readonly database: Database;
  #asking = new AsyncLocalStorage<Place>();

  constructor({ database: whole, turns }: Pick<Services, 'database' | 'turns'>) {
    const database = whole.forDirectWrites();
    const inTurn: InTurn = (ask) => {
      const place = this.#asking.getStore();
      if (!place) throw new Error('nobody is known for whom the OAuth server asks');
      return turns
        .take(OF_APPS, place, () => {
          place.ahead = true;
          return ask();
        })
        .catch(inWordsOfOAuth);
    };
    const transaction: Database['transaction'] = (work, options) => inTurn(() => database.transaction(work, options));
    this.database = { ...database, ...queriesInTurn(database, inTurn), transaction };
  }

  /** Runs what the library does for somebody. */
  askedBy<T>(place: Place, work: () => Promise<T>): Promise<T> {
    return this.#asking.run({ ...place }, work);
  }
}

/** The library takes any other failure for a fault of ours. */
function inWordsOfOAuth(error: unknown): never {
  throw error instanceof Refusal ? temporarilyUnavailable(error) : error;
}

/** Tells an app that it only came at a bad time. */
export function temporarilyUnavailable({ message, status }: Refusal): Error {
  return Object.assign(new errors.TemporarilyUnavailable(message), { statusCode: status });
}
