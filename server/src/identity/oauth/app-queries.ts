import { AsyncLocalStorage } from 'node:async_hooks';
import type { Services } from '../../base/context.ts';
import type { Database, Queryable, Transaction } from '../../base/database.ts';
import { Refusal } from '../../base/errors.ts';
import { isOutage } from '../../base/outage.ts';
import { type InTurn, queriesInTurn } from '../../base/queries-in-turn.ts';
import type { Line, Place } from '../../base/turns.ts';
import type { Whose } from './connection.store.ts';
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

/** Notes a request for the audit trail beside what it changes, with whose that is where it is known. */
type Note = (db: Transaction, whose: Whose | undefined) => Promise<void>;

/** Finds out whose something is that is about to be changed. */
type LookUp = (db: Queryable) => Promise<Whose | undefined>;

/** A request that is being answered, and what was noted of it so far. */
interface Asking {
  place: Place;
  note?: Note;
  /** The request to connect that whoever approved it takes up, and nobody else. */
  takesUp?: string | undefined;
  noted?: 'of nobody' | 'of somebody';
}

/**
 * What the OAuth server asks of the database, in the line of whoever's request it answers. The library tells what it
 * keeps things by nothing of the request, so that is known from where it was begun.
 */
export class AppQueries {
  readonly database: Database;
  #asking = new AsyncLocalStorage<Asking>();

  constructor({ database: whole, turns }: Pick<Services, 'database' | 'turns'>) {
    const database = whole.forDirectWrites();
    const inTurn: InTurn = (ask) => {
      const { place } = this.#asking.getStore() ?? {};
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

  /** Runs what the library does for somebody; the first thing of anybody's that this changes is changed beside the note. */
  askedBy<T>(place: Place, work: () => Promise<T>, of: Pick<Asking, 'note' | 'takesUp'> = {}): Promise<T> {
    return this.#asking.run({ place: { ...place }, ...of }, work);
  }

  /** Whether a request to connect is known to be taken up by whoever approved it. */
  isTakenUp(uid: string): boolean {
    return this.#asking.getStore()?.takesUp === uid;
  }

  /**
   * A transaction that changes what is somebody's. It begins by noting the request, unless an earlier one has: once, or
   * once more where it was not known before whose it is.
   */
  async changing<T>(work: (db: Transaction) => Promise<T>, whose: LookUp = ofNobody): Promise<T> {
    const asking = this.#asking.getStore();
    const note = asking && isDue(asking, whose) ? asking.note : undefined;
    if (!asking || !note) return this.database.transaction(work);
    let somebody: Whose | undefined;
    const result = await this.database.transaction(async (db) => {
      somebody = await whose(db);
      await note(db, somebody);
      return work(db);
    });
    asking.noted = somebody ? 'of somebody' : 'of nobody';
    return result;
  }

  /** The same for one statement: there is no transaction where the request was noted before. */
  change<T>(ask: (db: Queryable) => Promise<T>, whose: LookUp = ofNobody): Promise<T> {
    const asking = this.#asking.getStore();
    return asking && isDue(asking, whose) ? this.changing(ask, whose) : ask(this.database);
  }
}

const ofNobody: LookUp = async () => undefined;

function isDue({ note, noted }: Asking, whose: LookUp): boolean {
  return note !== undefined && (noted === undefined || (noted === 'of nobody' && whose !== ofNobody));
}

/** The library takes any other failure for a fault of ours. */
function inWordsOfOAuth(error: unknown): never {
  throw error instanceof Refusal ? temporarilyUnavailable(error) : error;
}

/** Tells an app that it only came at a bad time. */
export function temporarilyUnavailable(refusal: Refusal): Error {
  const { message, status } = refusal;
  return Object.assign(new errors.TemporarilyUnavailable(message), { statusCode: status, cause: refusal });
}

/** The refusal of whoever only came at a bad time, be it in OAuth's words. */
export function refusalForNow(error: unknown): Refusal | undefined {
  const refusal = error instanceof errors.TemporarilyUnavailable ? error.cause : error;
  return refusal instanceof Refusal && refusal.code === 'rate_limited' ? refusal : undefined;
}

/** Whether something failed because the database could not be asked, or too much was asked of it. */
export function isGone(cause: unknown): boolean {
  return isOutage(cause) || refusalForNow(cause) !== undefined;
}
