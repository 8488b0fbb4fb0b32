import type { AtWork } from './at-work.ts';
import type { KeepingBusy } from './keeping-busy.ts';
import { type OfHolder, WaitingInTurn } from './waiting-in-turn.ts';

/** So many statements of one holder are under way where nobody else is at work: it hardly waits for itself. */
const AT_ONCE_ALONE = 64;
/** Beside others, who wait behind what is under way on the connections that everybody shares: what a few pages ask. */
const AT_ONCE_BESIDE = 4;
/** Who has more waiting than that asks for more than pages do, and goes on one by one. */
const MANY_WAITING = 8;

interface Holder {
  running: number;
  waiting: WaitingInTurn;
  /** Since when the database has been busy for what is under way. */
  since: number;
}

/**
 * Turns for statements that read a few rows on the connections that everybody shares. Each ends in a moment, so whoever
 * has many under way waits behind their own without limit of time, and a turn costs next to nothing.
 */
export class LightTurns {
  #holders = new Map<string, Holder>();
  #atWork: AtWork;
  #busy: KeepingBusy;

  constructor(atWork: AtWork, busy: KeepingBusy) {
    this.#atWork = atWork;
    this.#busy = busy;
  }

  /** Runs what is asked once the holder has few others under way. */
  async take<T>({ holder: name, ...part }: OfHolder, ask: () => Promise<T>): Promise<T> {
    const holder = this.#holders.get(name) ?? this.#begin(name);
    if (holder.waiting.size === 0 && this.#mayRun(name, holder)) this.#run(holder);
    else await holder.waiting.wait(part);
    try {
      return await ask();
    } finally {
      this.#leave(name, holder);
    }
  }

  #begin(name: string): Holder {
    const holder = { running: 0, waiting: new WaitingInTurn(), since: 0 };
    this.#holders.set(name, holder);
    return holder;
  }

  #mayRun(name: string, { running, waiting }: Holder): boolean {
    if (running === 0) return true;
    if (!this.#atWork.isBesideOthers(name)) return running < AT_ONCE_ALONE;
    return running < AT_ONCE_BESIDE && waiting.size <= MANY_WAITING && !this.#busy.isInTheWay(name);
  }

  #run(holder: Holder): void {
    if (holder.running === 0) holder.since = performance.now();
    holder.running += 1;
  }

  /** Whoever waits goes on in the place of who leaves. */
  #leave(name: string, holder: Holder): void {
    const now = performance.now();
    this.#busy.had(name, now - holder.since);
    holder.since = now;
    holder.running -= 1;
    while (holder.waiting.size > 0 && this.#mayRun(name, holder)) {
      this.#run(holder);
      holder.waiting.next();
    }
    if (holder.running === 0) this.#holders.delete(name);
  }
}
