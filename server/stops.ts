import type { Log } from './src/base/log.ts';

const STOP_WITHIN_MS = 25_000;

/** One Ctrl-C arrives twice or more: from the terminal, and from npm or a watching process that passes it on. */
const SAME_REQUEST_MS = 1_000;

/** Breaks a start off, or a command, when the process is asked to end meanwhile. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** What must be stopped before the process ends, in the reverse of the order in which it was started. */
export class Stops {
  #log: Log;
  #parts: { name: string; stop: () => Promise<unknown> }[] = [];
  #starting: Promise<void> = Promise.resolve();
  #stopping: Promise<void> | undefined;
  #asked: 'never' | 'now' | 'before' = 'never';

  constructor(log: Log) {
    this.#log = log;
  }

  /** Adds a part that runs; where the end was asked for meanwhile, nothing more is started. */
  add(name: string, stop: () => Promise<unknown>): void {
    this.#parts.push({ name, stop });
    if (this.#asked !== 'never') throw new Interrupted('interrupted before it was done');
  }

  /** Runs what adds parts to be stopped; from then on a signal ends the process cleanly, and a second one at once. */
  async during(start: () => Promise<void>): Promise<void> {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => this.#end(signal));
    this.#starting = start();
    await this.#starting;
  }

  #end(signal: NodeJS.Signals): void {
    if (this.#asked === 'before') process.exit(1);
    if (this.#asked === 'now') return;
    this.#asked = 'now';
    setTimeout(() => {
      this.#asked = 'before';
    }, SAME_REQUEST_MS).unref();
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    this.#log.info({ signal }, 'stopping');
    // What is half started cannot be stopped: a PostgreSQL that is just being launched would be left behind.
    const stop = () => this.stopAll();
    void this.#starting.then(stop, stop).then(() => process.exit());
  }

  stopAll(): Promise<void> {
    this.#stopping ??= this.#stopInTurn();
    return this.#stopping;
  }

  async #stopInTurn(): Promise<void> {
    for (const { name, stop } of this.#parts.reverse()) {
      try {
        await stop();
      } catch (error) {
        this.#log.error({ err: error, part: name }, 'a part did not stop cleanly');
      }
    }
  }
}
