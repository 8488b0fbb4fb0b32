import type { Queryable } from '../base/database.ts';
import type { Log } from '../base/log.ts';
import type { Topic } from '../base/topics.ts';
import { sendNotices } from './notice.store.ts';
import { type Changed, noticesOf } from './notice.ts';

declare module '../base/context.ts' {
  interface Services {
    /** Where what has changed is told, for whoever has the organization open. */
    readonly changes: Changes;
  }
}

/** Changes come in bursts: those of so short a time are told at once. */
const GATHERED_FOR_MS = 200;
const TRIED_AGAIN_AFTER_MS = 1_000;

/** What operations and tasks of this process have changed, told to every process by one statement for each moment. */
export class Changes {
  #db: Queryable;
  #log: Log;
  #gathered: Changed = new Map();
  #timer: NodeJS.Timeout | undefined;
  #telling: Promise<void> = Promise.resolve();

  constructor(db: Queryable, log: Log) {
    this.#db = db;
    this.#log = log;
  }

  /** Notes that something of an organization has changed; called after it was committed. */
  note(organizationId: number, topics: readonly Topic[]): void {
    if (topics.length === 0) return;
    const known = this.#gathered.get(organizationId);
    this.#gathered.set(organizationId, new Set([...(known ?? []), ...topics]));
    this.#tellAfter(GATHERED_FOR_MS);
  }

  /** Tells what has been noted so far, when the process ends. */
  told(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#telling = this.#telling.then(() => this.#tell());
    return this.#telling;
  }

  #tellAfter(ms: number): void {
    this.#timer ??= setTimeout(() => this.told(), ms).unref();
  }

  async #tell(): Promise<void> {
    if (this.#gathered.size === 0) return;
    const gathered = this.#gathered;
    this.#gathered = new Map();
    try {
      await sendNotices(this.#db, noticesOf(gathered));
    } catch (err) {
      this.#log.warn({ err }, 'what has changed could not be told, trying again');
      for (const [organizationId, topics] of gathered) {
        this.#gathered.set(organizationId, topics.union(this.#gathered.get(organizationId) ?? new Set()));
      }
      this.#tellAfter(TRIED_AGAIN_AFTER_MS);
    }
  }
}
