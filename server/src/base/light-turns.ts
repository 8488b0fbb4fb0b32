import type { KeepingBusy } from './keeping-busy.ts';

/** Of one holder so many statements are under way: it hardly waits for itself, and others hardly wait for it. */
const AT_ONCE_OF_ONE = 64;
/** Of one that keeps on beside others: they wait behind what is under way on the connections that everybody shares. */
const AT_ONCE_IN_THE_WAY = 1;

interface Holder {
  running: number;
  waiting: (() => void)[];
  /** Since when the database has been busy for what is under way. */
  since: number;
}

/**
 * Turns for statements that read a few rows on the connections that everybody shares. Each ends in a moment, so whoever
 * has many under way waits behind their own without limit of time, and a turn costs next to nothing.
 */
export class LightTurns {
  #holders = new Map<string, Holder>();
  #busy: KeepingBusy;

  constructor(busy: KeepingBusy) {
    this.#busy = busy;
  }

  /** Runs what is asked once the holder has few others under way. */
  async take<T>(name: string, ask: () => Promise<T>): Promise<T> {
    const holder = this.#holders.get(name) ?? this.#begin(name);
    if (this.#mayRun(name, holder)) this.#run(holder);
    else await new Promise<void>((resolve) => holder.waiting.push(resolve));
    try {
      return await ask();
    } finally {
      this.#leave(name, holder);
    }
  }

  #begin(name: string): Holder {
    const holder = { running: 0, waiting: [], since: 0 };
    this.#holders.set(name, holder);
    return holder;
  }

  #mayRun(name: string, { running }: Holder): boolean {
    if (running < AT_ONCE_IN_THE_WAY) return true;
    return running < AT_ONCE_OF_ONE && !this.#busy.isInTheWay(name);
  }

  #run(holder: Holder): void {
    if (holder.running === 0) holder.since = performance.now();
    holder.running += 1;
  }

  /** Whoever waits longest goes on in the place of who leaves. */
  #leave(name: string, holder: Holder): void {
    const now = performance.now();
    this.#busy.had(name, now - holder.since);
    holder.since = now;
    holder.running -= 1;
    while (holder.waiting.length > 0 && this.#mayRun(name, holder)) {
      this.#run(holder);
      holder.waiting.shift()?.();
    }
    if (holder.running === 0) this.#holders.delete(name);
  }
}
