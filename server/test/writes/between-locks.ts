import type { Database } from '../../src/base/database.ts';
import type { Cleaned } from '../harness/database.ts';
import { HeldStatements } from '../harness/held-statements.ts';
import { startWorld, type Writes } from './world.ts';

/** Tells what changes ask while they hold something, and has something happen between their checks and that. */
export class BetweenLocks {
  readonly #within = new HeldStatements();
  #happens: (() => Promise<void>) | undefined;

  /** Has it happen once, when the next change has been checked and is about to lock something. */
  next(happens: () => Promise<void>): void {
    this.#happens = happens;
  }

  get hasHappened(): boolean {
    return this.#happens === undefined;
  }

  /** What was asked in the transactions of some work. */
  async askedIn(work: () => Promise<unknown>): Promise<HeldStatements['asked']> {
    this.#within.asked = [];
    await work();
    return this.#within.asked;
  }

  /** The database as the service is to see it. */
  of(database: Database): Database {
    return {
      ...database,
      transaction: async (work, options) => {
        const happens = this.#happens;
        this.#happens = undefined;
        await happens?.();
        return database.transaction((db) => work({ ...this.#within.of(db), client: db.client }), options);
      },
    };
  }
}

/** A whole service of which it is told what its changes ask while they hold something. */
export async function startWatchedWorld(t: Cleaned): Promise<{ writes: Writes; locks: BetweenLocks }> {
  const locks = new BetweenLocks();
  return { writes: await startWorld(t, { databaseAs: (database) => locks.of(database) }), locks };
}
