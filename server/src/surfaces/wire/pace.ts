import type { IncomingMessage } from 'node:http';

/** So many seconds of its pace an address may use at once: a page with its files, opened by everybody in an office. */
const AT_ONCE_SECONDS = 4;
/** Longer than this nothing waits: it holds a connection, and behind proxies those are everybody's. */
const LONGEST_WAIT_MS = 5_000;
const MOST_KNOWN = 50_000;

/**
 * The pace of answers that no limit counts: pages, files and refusals of whoever is over a limit. Each costs little, and
 * all that one address can ask for costs everybody. None is refused: what comes faster is answered later, and who waits
 * for answers asks no faster. It costs no query, and holds for each process on its own.
 */
export class Pace {
  #everyMs: number;
  #addressOf: (request: IncomingMessage) => string;
  /** Until when each address has used up what it may ask for, were that asked for evenly. */
  #usedUntil = new Map<string, number>();
  #waiting = new Map<NodeJS.Timeout, () => void>();
  #ended = false;

  constructor(perSecond: number, addressOf: (request: IncomingMessage) => string) {
    this.#everyMs = 1_000 / perSecond;
    this.#addressOf = addressOf;
  }

  /** Answers a request, at once or when it is the turn of its address. */
  answer(request: IncomingMessage, send: () => void): void {
    const wait = this.#waitOf(this.#addressOf(request), performance.now());
    if (wait <= 0 || this.#ended) {
      send();
      return;
    }
    const timer = setTimeout(() => {
      this.#waiting.delete(timer);
      send();
    }, wait);
    this.#waiting.set(timer, send);
  }

  /** Answers at once whatever waits, and waits no more. */
  end(): void {
    this.#ended = true;
    for (const [timer, send] of this.#waiting) {
      clearTimeout(timer);
      send();
    }
    this.#waiting.clear();
  }

  #waitOf(address: string, now: number): number {
    const known = this.#usedUntil.get(address);
    if (known === undefined && this.#usedUntil.size >= MOST_KNOWN) this.#forgetIdle(now);
    const usedUntil = Math.max(known ?? 0, now);
    const wait = usedUntil - now - AT_ONCE_SECONDS * 1_000;
    if (wait > LONGEST_WAIT_MS) return 0;
    this.#usedUntil.set(address, usedUntil + this.#everyMs);
    return wait;
  }

  #forgetIdle(now: number): void {
    for (const [address, usedUntil] of this.#usedUntil) if (usedUntil <= now) this.#usedUntil.delete(address);
  }
}
