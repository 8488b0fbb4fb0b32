/** Of one holder so many statements are under way: it hardly waits for itself, and others hardly wait for it. */
const AT_ONCE_OF_ONE = 64;

interface Holder {
  running: number;
  waiting: (() => void)[];
}

/**
 * Turns for statements that read a few rows on the connections that everybody shares. Each ends in a moment, so whoever
 * has many under way waits behind their own without limit of time, and a turn costs next to nothing.
 */
export class LightTurns {
  #holders = new Map<string, Holder>();

  /** Runs what is asked once the holder has few others under way. */
  async take<T>(name: string, ask: () => Promise<T>): Promise<T> {
    const holder = this.#holders.get(name) ?? this.#begin(name);
    if (holder.running >= AT_ONCE_OF_ONE) await new Promise<void>((resolve) => holder.waiting.push(resolve));
    else holder.running += 1;
    try {
      return await ask();
    } finally {
      this.#leave(name, holder);
    }
  }

  #begin(name: string): Holder {
    const holder = { running: 0, waiting: [] };
    this.#holders.set(name, holder);
    return holder;
  }

  /** Whoever waits longest goes on in the place of who leaves. */
  #leave(name: string, holder: Holder): void {
    const next = holder.waiting.shift();
    if (next) next();
    else holder.running -= 1;
    if (holder.running === 0) this.#holders.delete(name);
  }
}
