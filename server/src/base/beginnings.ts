import { performance } from 'node:perf_hooks';
import type { KeepingBusy } from './keeping-busy.ts';
import { type OfHolder, WaitingInTurn } from './waiting-in-turn.ts';

/** While connections come in, one in each round, so many rounds go by before the next requests begin. */
const ROUNDS_FOR_CONNECTIONS = 8;
/** Who has more waiting than that, and more than all others together, crowds the process. */
const MANY_WAITING = 8;
/** However busy others keep the process. */
const LONGEST_REST_MS = 10;
const LOOKS_EVERY_MS = 1;

/**
 * Where several holders are at work, one request of each begins in a round of the event loop; where one is alone, whatever
 * comes. So others wait behind one of somebody who asks for more than the process can do, and not behind all. Of whoever
 * crowds the process beside others the next begins once the loop has stood idle for as long as it was busy since the last
 * one: half of the time is left to these.
 */
export class Beginnings {
  /** Those of whom one has begun in this round, and who waits behind it. */
  #holders = new Map<string, WaitingInTurn>();
  #busy: KeepingBusy;
  /** How busy the loop had been as the last one of a crowd began. */
  #crowdBegan = performance.eventLoopUtilization();
  #cameIn = false;
  #roundsLeft = ROUNDS_FOR_CONNECTIONS;

  constructor(busy: KeepingBusy) {
    this.#busy = busy;
  }

  /** How many holders have begun in this round. */
  get size(): number {
    return this.#holders.size;
  }

  /** Comes back at once, or as soon as it is the holder's turn. */
  begin({ holder, part = '' }: OfHolder): Promise<void> | void {
    const waiting = this.#holders.get(holder);
    if (waiting) return this.#mayFollow(holder, waiting) ? undefined : waiting.wait(part);
    if (this.#holders.size === 0) this.#endRoundSoon();
    this.#holders.set(holder, new WaitingInTurn());
  }

  /** A connection has come in. The loop takes in one in a round: the next may stand behind many requests otherwise. */
  connectionCame(): void {
    this.#cameIn = true;
  }

  #mayFollow(holder: string, { size }: WaitingInTurn): boolean {
    return size === 0 && !this.#busy.isBesideOthers(holder);
  }

  #endRoundSoon(): void {
    setImmediate(() => this.#endRound());
  }

  #endRound(): void {
    const letsIn = this.#cameIn && this.#roundsLeft > 0;
    this.#cameIn = false;
    this.#roundsLeft = letsIn ? this.#roundsLeft - 1 : ROUNDS_FOR_CONNECTIONS;
    const goesOn = letsIn || this.#beginNext();
    if (this.#holders.size === 0) return;
    if (goesOn) this.#endRoundSoon();
    else setTimeout(() => this.#endRound(), LOOKS_EVERY_MS);
  }

  /** Tells whether there is anything to do in another round. */
  #beginNext(): boolean {
    const crowding = this.#crowding();
    let goesOn = false;
    for (const [holder, waiting] of this.#holders) {
      if (holder === crowding) {
        if (!this.#othersHadHalf()) continue;
        this.#crowdBegan = performance.eventLoopUtilization();
      }
      goesOn = true;
      if (waiting.size === 0) this.#holders.delete(holder);
      else waiting.next();
    }
    return goesOn;
  }

  #othersHadHalf(): boolean {
    const { idle, active } = performance.eventLoopUtilization(this.#crowdBegan);
    return idle >= active || idle + active >= LONGEST_REST_MS;
  }

  #crowding(): string | undefined {
    let all = 0;
    let most: [holder: string, waiting: number] | undefined;
    for (const [holder, { size }] of this.#holders) {
      all += size;
      if (size > (most?.[1] ?? MANY_WAITING)) most = [holder, size];
    }
    const [holder, waiting] = most ?? ['', 0];
    return waiting * 2 > all && this.#busy.isBesideOthers(holder) ? holder : undefined;
  }
}
