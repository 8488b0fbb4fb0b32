import { performance } from 'node:perf_hooks';
import type { AtWork } from './at-work.ts';
import { TimeLeft } from './time-left.ts';
import { type OfHolder, WaitingInTurn, type WhenGone } from './waiting-in-turn.ts';

/** While connections come in, one in each round, so many rounds go by before the next requests begin. */
const ROUNDS_FOR_CONNECTIONS = 8;
/** Where more wait in all, those with the most are crowds, until the others together have no more than that. */
const MANY_WAITING = 8;
/** However busy others keep the process. */
const LONGEST_REST_MS = 10;
const LOOKS_EVERY_MS = 1;

/**
 * Where several holders are at work, one request of each begins in a round of the event loop; where one is alone, whatever
 * comes. So others wait behind one of somebody who asks for more than the process can do, and not behind all. Holders who
 * crowd the process beside others begin one after the other, in turns, for as long as they leave a part of its time to
 * these, and at least as often as these do. Whoever goes away does not wait any more.
 */
export class Beginnings {
  /** Those of whom one has begun in this round, and who waits behind it. */
  #holders = new Map<string, WaitingInTurn>();
  /** Who has had many waiting, and has some still. */
  #crowds = new Set<string>();
  #atWork: AtWork;
  #timeLeft = new TimeLeft();
  #crowdBeganAt = 0;
  #othersBegan = false;
  #cameIn = false;
  #roundsLeft = ROUNDS_FOR_CONNECTIONS;
  #ended = false;

  constructor(atWork: AtWork) {
    this.#atWork = atWork;
  }

  /** How many holders have begun in this round. */
  get size(): number {
    return this.#holders.size;
  }

  /** How many requests wait for their turn. */
  get waiting(): number {
    let all = 0;
    for (const { size } of this.#holders.values()) all += size;
    return all;
  }

  /** Comes back at once, or tells as soon as it is the holder's turn, or that whoever asks has gone away before. */
  begin({ holder, ...part }: OfHolder, whenGone?: WhenGone): Promise<boolean> | undefined {
    this.#atWork.came(holder);
    if (this.#ended) return undefined;
    const waiting = this.#holders.get(holder);
    if (waiting) return this.#mayFollow(holder, waiting) ? undefined : waiting.wait(part, whenGone);
    if (this.#holders.size === 0) this.#endRoundSoon();
    this.#holders.set(holder, new WaitingInTurn());
    this.#othersBegan = true;
    return undefined;
  }

  /** A connection has come in. The loop takes in one in a round: the next may stand behind many requests otherwise. */
  connectionCame(): void {
    this.#cameIn = true;
  }

  /** The process ends: whoever waits begins now, and whoever still comes at once. */
  end(): void {
    this.#ended = true;
    for (const waiting of this.#holders.values()) while (waiting.size > 0) waiting.next();
  }

  #mayFollow(holder: string, { size }: WaitingInTurn): boolean {
    return size === 0 && !this.#atWork.isBesideOthers(holder);
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
    const crowds = this.#crowdsBesideOthers();
    let goesOn = false;
    for (const [holder, waiting] of this.#holders) {
      if (crowds.has(holder) && waiting.size > 0) continue;
      goesOn = true;
      this.#othersBegan ||= waiting.size > 0;
      this.#beginOne(holder, waiting);
    }
    return (crowds.size > 0 && this.#beginOfCrowds(crowds)) || goesOn;
  }

  #beginOne(holder: string, waiting: WaitingInTurn): void {
    waiting.next();
    if (waiting.size > 0) return;
    this.#holders.delete(holder);
    this.#crowds.delete(holder);
  }

  #beginOfCrowds(crowds: ReadonlySet<string>): boolean {
    const now = performance.now();
    const isTimeLeft = this.#timeLeft.look();
    if (!isTimeLeft && !this.#othersBegan && now - this.#crowdBeganAt < LONGEST_REST_MS) return false;
    for (const holder of crowds) {
      const waiting = this.#holders.get(holder);
      if (!waiting) continue;
      this.#crowdBeganAt = now;
      this.#othersBegan = false;
      // It is the last of them the next time.
      this.#crowds.delete(holder);
      this.#crowds.add(holder);
      this.#beginOne(holder, waiting);
      return true;
    }
    return false;
  }

  /** Those who have to leave something to somebody. */
  #crowdsBesideOthers(): ReadonlySet<string> {
    const most = this.#mostOfOthers();
    if (most === undefined && this.#crowds.size === 0) return NONE;
    for (const [holder, { size }] of this.#holders) if (most !== undefined && size > most) this.#crowds.add(holder);
    return this.#atWork.isBesideOthers(...this.#crowds) ? this.#crowds : NONE;
  }

  /** How many somebody may have waiting without being a crowd; undefined where so few wait that nobody is. */
  #mostOfOthers(): number | undefined {
    let all = 0;
    const withSoMany = new Array<number>(MANY_WAITING + 1).fill(0);
    for (const { size } of this.#holders.values()) {
      all += size;
      if (size <= MANY_WAITING) withSoMany[size] = (withSoMany[size] ?? 0) + 1;
    }
    if (all <= MANY_WAITING) return undefined;
    let most = 0;
    for (let together = 0; most < MANY_WAITING; most += 1) {
      together += (most + 1) * (withSoMany[most + 1] ?? 0);
      if (together > MANY_WAITING) break;
    }
    // One of each is no crowd, however many there are.
    return Math.max(most, 1);
  }
}

const NONE: ReadonlySet<string> = new Set();
