import { AskedTogether } from './asked-together.ts';
import { AtWork } from './at-work.ts';
import { Beginnings } from './beginnings.ts';
import { Refusal } from './errors.ts';
import { KeepingBusy } from './keeping-busy.ts';
import { LightTurns } from './light-turns.ts';
import { Rests } from './rests.ts';
import type { OfHolder } from './waiting-in-turn.ts';
import { notAhead, placeBehind, whoGivesWay } from './waiting-parts.ts';

/** What may be under way at once, by one holder and in all, and how many may wait behind it. */
export interface Line {
  readonly name: string;
  readonly atOnce?: number;
  readonly atOnceOfOne: number;
  readonly mostWaiting?: number;
  readonly mostWaitingOfOne: number;
  /** How long somebody waits at most. */
  readonly waitsMs: number;
  /** Tells whoever cannot wait: too many do already, or it took too long. */
  readonly refusal: string;
}

/** Who takes a turn. */
export interface Place extends OfHolder {
  /** Goes before the holder's others, whichever part they are of; among themselves those ahead take turns as all do. */
  ahead?: boolean;
  /** By `performance.now()`, where several lines are waited for: nobody waits beyond it in any of them. */
  until?: number;
}

const RETRY_AFTER_SECONDS = 2;

/** Lines of one process in which holders take turns: whoever asks for much waits behind their own, not before others. */
export class Turns {
  /** Whose people ask for something; strangers keep nobody from asking for much. */
  readonly atWork = new AtWork();
  /** Who keeps the database busy by many statements, of whatever size. */
  readonly busy = new KeepingBusy(this.atWork);
  /** For requests as they come, of strangers too. */
  readonly beginnings = new Beginnings(new AtWork());
  /** For what is over in a moment. */
  readonly light = new LightTurns(this.atWork, this.busy);
  /** For whoever asks for much, time after time. */
  readonly rests = new Rests();
  /** What several ask at once. */
  readonly together = new AskedTogether();
  #lines = new Map<string, Waiting>();

  /** How many lines have somebody in them. */
  get size(): number {
    return this.#lines.size;
  }

  /** Whether somebody is in a line. */
  isTaken({ name }: Line): boolean {
    return this.#lines.has(name);
  }

  /** Runs the work when its turn has come; `ahead` passes the holder's own others. */
  async take<T>(line: Line, place: Place, work: () => Promise<T>): Promise<T> {
    const leave = await this.enter(line, place);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /** Waits for a turn that lasts until the function returned is called, once. */
  async enter(line: Line, place: Place): Promise<() => void> {
    const state = this.#stateOf(line);
    await state.enter(place);
    return () => {
      state.leave(place.holder);
      if (state.empty) this.#lines.delete(line.name);
    };
  }

  #stateOf(line: Line): Waiting {
    const known = this.#lines.get(line.name);
    if (known) return known;
    const state = new Waiting(line);
    this.#lines.set(line.name, state);
    return state;
  }
}

/** Somebody in line: let in, or told that it will not be. */
interface Waiter {
  readonly part: string;
  readonly ahead: boolean;
  go(): void;
  giveUp(): void;
}

/** Who waits, and how long. */
type Patient = Pick<Waiter, 'part' | 'ahead'> & Pick<Line, 'waitsMs'>;

interface Holder {
  running: number;
  waiting: Waiter[];
}

class Waiting {
  #line: Line;
  #holders = new Map<string, Holder>();
  #running = 0;
  #waiting = 0;

  constructor(line: Line) {
    this.#line = line;
  }

  get empty(): boolean {
    return this.#holders.size === 0;
  }

  enter({ holder: name, part = '', ahead = false, until = Number.POSITIVE_INFINITY }: Place): Promise<void> | void {
    const holder = this.#holders.get(name) ?? { running: 0, waiting: [] };
    this.#holders.set(name, holder);
    if (this.#mayRun(holder) && holder.waiting.length === 0) return this.#begin(holder);
    const { mostWaiting = Number.POSITIVE_INFINITY, mostWaitingOfOne } = this.#line;
    const full = !ahead && notAhead(holder.waiting) >= mostWaitingOfOne && !giveWay(holder, part);
    if (full || (this.#waiting >= mostWaiting && !this.#makeRoom(holder))) {
      this.#forgetIdle(name, holder);
      throw this.#refused();
    }
    const waitsMs = Math.min(this.#line.waitsMs, Math.max(0, until - performance.now()));
    return this.#wait(name, holder, { part, ahead, waitsMs });
  }

  leave(name: string): void {
    const holder = this.#holders.get(name);
    if (!holder) throw new Error('nobody by that name was let in');
    holder.running -= 1;
    this.#running -= 1;
    this.#forgetIdle(name, holder);
    this.#next();
  }

  /** Who has nobody waiting takes the place of the last in the longest queue. */
  #makeRoom(holder: Holder): boolean {
    if (holder.waiting.length > 0) return false;
    const longest = [...this.#holders.values()].reduce((one, other) =>
      other.waiting.length > one.waiting.length ? other : one,
    );
    if (longest.waiting.length <= 1) return false;
    longest.waiting.at(-1)?.giveUp();
    return true;
  }

  #wait(name: string, holder: Holder, { waitsMs, ...who }: Patient): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiter = {
        ...who,
        go: () => {
          clearTimeout(timer);
          resolve();
        },
        giveUp: () => {
          clearTimeout(timer);
          holder.waiting.splice(holder.waiting.indexOf(waiter), 1);
          this.#waiting -= 1;
          this.#forgetIdle(name, holder);
          reject(this.#refused());
        },
      };
      const timer = setTimeout(waiter.giveUp, waitsMs);
      holder.waiting.splice(placeBehind(holder.waiting, waiter), 0, waiter);
      this.#waiting += 1;
    });
  }

  /** Lets in whoever waited longest among the holders that may have another; that holder is last the next time. */
  #next(): void {
    for (const [name, holder] of this.#holders) {
      if (!this.#mayRun(holder)) continue;
      const waiter = holder.waiting.shift();
      if (!waiter) continue;
      this.#waiting -= 1;
      this.#begin(holder);
      this.#holders.delete(name);
      this.#holders.set(name, holder);
      waiter.go();
      return;
    }
  }

  #begin(holder: Holder): void {
    holder.running += 1;
    this.#running += 1;
  }

  #mayRun(holder: Holder): boolean {
    const { atOnce = Number.POSITIVE_INFINITY, atOnceOfOne } = this.#line;
    return holder.running < atOnceOfOne && this.#running < atOnce;
  }

  #forgetIdle(name: string, holder: Holder): void {
    if (holder.running === 0 && holder.waiting.length === 0) this.#holders.delete(name);
  }

  #refused(): Refusal {
    return new Refusal('rate_limited', this.#line.refusal, { headers: { 'retry-after': String(RETRY_AFTER_SECONDS) } });
  }
}

/** Makes room among a holder's own: for a part with fewer waiting than another has. */
function giveWay({ waiting }: Holder, part: string): boolean {
  const last = whoGivesWay(waiting, part);
  last?.giveUp();
  return last !== undefined;
}
