import type { Log } from './src/base/log.ts';

const STOP_WITHIN_MS = 25_000;

/** What must be stopped before the process ends, in the reverse of the order in which it was started. */
export class Stops {
  #log: Log;
  #parts: { name: string; stop: () => Promise<unknown> }[] = [];
  #stopping: Promise<void> | undefined;

  constructor(log: Log) {
    this.#log = log;
  }

  add(name: string, stop: () => Promise<unknown>): void {
    this.#parts.push({ name, stop });
  }

  /** Ends the process cleanly when asked; asked a second time, at once. */
  onSignals(): void {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => {
        if (this.#stopping) process.exit(1);
        this.#log.info({ signal }, 'stopping');
        setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
        void this.stopAll().then(() => process.exit(0));
      });
    }
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
