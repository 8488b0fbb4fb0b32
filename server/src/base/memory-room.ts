import { Refusal } from './errors.ts';
import type { Line } from './turns.ts';

/** How long somebody waits: so long, and what they are told then, or for as long as their own work may last. */
export type Patience = Pick<Line, 'waitsMs' | 'refusal'> | { readonly signal: AbortSignal };

/** Who wants how much room. */
export interface Wanted {
  holder: string;
  size: number;
  patience: Patience;
}

interface Waiter {
  size: number;
  go(): void;
}

const RETRY_AFTER_SECONDS = 2;

/**
 * Room in the memory of one process, shared by all who hold much of it and counted in what they hold. Whoever needs more
 * than is free waits, and nobody passes whoever is next; holders take turns. What is larger than the whole room has it
 * alone. Nobody inside asks for more, so that who waits never waits for somebody who waits.
 */
export class MemoryRoom {
  readonly #size: number;
  #taken = 0;
  #waiting = new Map<string, Waiter[]>();

  constructor(size: number) {
    this.#size = size;
  }

  /** How much is held now. */
  get taken(): number {
    return this.#taken;
  }

  /** Does work that holds so much, once there is room for it. */
  async hold<T>(wanted: Wanted, work: () => Promise<T>): Promise<T> {
    await this.#enter(wanted);
    try {
      return await work();
    } finally {
      this.#taken -= wanted.size;
      this.#letIn();
    }
  }

  #enter({ holder, size, patience }: Wanted): Promise<void> | void {
    if ('signal' in patience) patience.signal.throwIfAborted();
    if (this.#waiting.size === 0 && this.#hasRoomFor(size)) {
      this.#taken += size;
      return;
    }
    return new Promise((resolve, reject) => {
      const forget = whenOver(patience, (why) => {
        this.#giveUp(holder, waiter);
        reject(why);
      });
      const go = () => {
        forget();
        resolve();
      };
      const waiter = { size, go };
      this.#waiting.set(holder, [...(this.#waiting.get(holder) ?? []), waiter]);
    });
  }

  /** Lets in all that fit, one holder after the other; who was let in is last the next time. */
  #letIn(): void {
    for (const [holder, [next, ...others]] of this.#waiting) {
      if (!next || !this.#hasRoomFor(next.size)) return;
      this.#waiting.delete(holder);
      if (others.length > 0) this.#waiting.set(holder, others);
      this.#taken += next.size;
      next.go();
    }
  }

  /** Whoever gives up may have been in the way of others. */
  #giveUp(holder: string, waiter: Waiter): void {
    const left = (this.#waiting.get(holder) ?? []).filter((one) => one !== waiter);
    if (left.length > 0) this.#waiting.set(holder, left);
    else this.#waiting.delete(holder);
    this.#letIn();
  }

  #hasRoomFor(size: number): boolean {
    return this.#taken === 0 || this.#taken + size <= this.#size;
  }
}

/** Tells when somebody's patience is over, unless they are let in before and call what is returned. */
function whenOver(patience: Patience, tell: (why: unknown) => void): () => void {
  if ('signal' in patience) {
    const { signal } = patience;
    const end = () => tell(signal.reason);
    signal.addEventListener('abort', end, { once: true });
    return () => signal.removeEventListener('abort', end);
  }
  const headers = { 'retry-after': String(RETRY_AFTER_SECONDS) };
  const refused = () => tell(new Refusal('rate_limited', patience.refusal, { headers }));
  const timer = setTimeout(refused, patience.waitsMs);
  return () => clearTimeout(timer);
}
