import type { KeepingBusy } from './keeping-busy.ts';
import { type OfHolder, WaitingInTurn } from './waiting-in-turn.ts';

/** While connections come in, one in each round, so many rounds go by before the next requests begin. */
const ROUNDS_FOR_CONNECTIONS = 8;
/** Who has more waiting than that, and more than all others together, crowds the process. */
const MANY_WAITING = 8;
const LONGEST_REST_MS = 10;
const LOOKS_EVERY_MS = 1;

/** Of whom one has begun in this round, and who waits behind it. */
interface Holder {
  waiting: WaitingInTurn;
  restsUntil: number;
}

/**
 * In each round of the event loop one request of each holder begins. Where few ask, nobody waits; where somebody asks for
 * more than the process can do, whatever it is, others wait behind one of theirs and not behind all. Whoever crowds the
 * process beside others rests after each for as long as the round took, so that half of the time is left to these.
 */
export class Beginnings {
  #holders = new Map<string, Holder>();
  #busy: KeepingBusy;
  #roundBegan = 0;
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
  begin({ holder: name, part = '' }: OfHolder): Promise<void> | void {
    const holder = this.#holders.get(name);
    if (holder) return holder.waiting.wait(part);
    if (this.#holders.size === 0) this.#beginRound(true);
    this.#holders.set(name, { waiting: new WaitingInTurn(), restsUntil: 0 });
  }

  /** A connection has come in. The loop takes in one in a round: the next may stand behind many requests otherwise. */
  connectionCame(): void {
    this.#cameIn = true;
  }

  #beginRound(hasWork: boolean): void {
    this.#roundBegan = performance.now();
    if (hasWork) setImmediate(() => this.#endRound());
    else setTimeout(() => this.#endRound(), LOOKS_EVERY_MS);
  }

  #endRound(): void {
    const letsIn = this.#cameIn && this.#roundsLeft > 0;
    this.#cameIn = false;
    this.#roundsLeft = letsIn ? this.#roundsLeft - 1 : ROUNDS_FOR_CONNECTIONS;
    const began = !letsIn && this.#beginNext();
    if (this.#holders.size > 0) this.#beginRound(letsIn || began);
  }

  /** Tells whether there is anything for another round to end. */
  #beginNext(): boolean {
    const now = performance.now();
    const took = Math.min(now - this.#roundBegan, LONGEST_REST_MS);
    const crowding = this.#crowding();
    let began = false;
    for (const [name, holder] of this.#holders) {
      if (holder.restsUntil > now) continue;
      if (name === crowding && holder.restsUntil === 0) {
        holder.restsUntil = now + took;
        continue;
      }
      began = true;
      holder.restsUntil = 0;
      if (holder.waiting.size === 0) this.#holders.delete(name);
      else holder.waiting.next();
    }
    return began;
  }

  #crowding(): string | undefined {
    let all = 0;
    let most: [name: string, waiting: number] | undefined;
    for (const [name, { waiting }] of this.#holders) {
      all += waiting.size;
      if (waiting.size > (most?.[1] ?? MANY_WAITING)) most = [name, waiting.size];
    }
    const [name, waiting] = most ?? ['', 0];
    return waiting * 2 > all && this.#busy.isBesideOthers(name) ? name : undefined;
  }
}
