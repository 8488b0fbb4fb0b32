import type { Place } from './turns.ts';
import { WaitingInTurn } from './waiting-in-turn.ts';

/** While connections come in, one in each round, so many rounds go by before the next requests begin. */
const ROUNDS_FOR_CONNECTIONS = 8;

/**
 * In each round of the event loop one request of each holder begins. Where few ask, nobody waits; where somebody asks for
 * more than the process can do, whatever it is, others wait behind one of theirs and not behind all.
 */
export class Beginnings {
  /** Those of whom one has begun in this round, and who waits behind it. */
  #holders = new Map<string, WaitingInTurn>();
  #cameIn = false;
  #roundsLeft = ROUNDS_FOR_CONNECTIONS;

  /** How many holders have begun in this round. */
  get size(): number {
    return this.#holders.size;
  }

  /** Comes back at once, or as soon as it is the holder's turn. */
  begin({ holder, part = '' }: Place): Promise<void> | void {
    const waiting = this.#holders.get(holder);
    if (waiting) return waiting.wait(part);
    if (this.#holders.size === 0) setImmediate(() => this.#endRound());
    this.#holders.set(holder, new WaitingInTurn());
  }

  /** A connection has come in. The loop takes in one in a round: the next may stand behind many requests otherwise. */
  connectionCame(): void {
    this.#cameIn = true;
  }

  #endRound(): void {
    const letsIn = this.#cameIn && this.#roundsLeft > 0;
    this.#cameIn = false;
    this.#roundsLeft = letsIn ? this.#roundsLeft - 1 : ROUNDS_FOR_CONNECTIONS;
    if (!letsIn) this.#beginNext();
    if (this.#holders.size > 0) setImmediate(() => this.#endRound());
  }

  #beginNext(): void {
    for (const [holder, waiting] of this.#holders) {
      if (waiting.size === 0) this.#holders.delete(holder);
      else waiting.next();
    }
  }
}
