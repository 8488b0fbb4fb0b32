import type { Queryable } from '../base/database.ts';
import type { Log } from '../base/log.ts';
import { noteAppUse } from './authenticate.store.ts';

/**
 * Notes when apps came last, on a connection of its own and while their requests go on: nobody waits for a note, and one
 * that fails is made up for by the next.
 */
export class AppUses {
  #db: Queryable;
  #log: Pick<Log, 'warn'>;
  #underWay = new Set<string>();

  constructor(db: Queryable, log: Pick<Log, 'warn'>) {
    this.#db = db;
    this.#log = log;
  }

  note(sessionId: string, at: Date): void {
    if (this.#underWay.has(sessionId)) return;
    this.#underWay.add(sessionId);
    void noteAppUse(this.#db, sessionId, at)
      .catch((err: unknown) => this.#log.warn({ err }, 'when an app came last could not be noted'))
      .finally(() => this.#underWay.delete(sessionId));
  }
}
