import type { ServerResponse } from 'node:http';

/** So much of its pace an address may use at once: a page with its files, opened by everybody in an office. */
const AT_ONCE_MS = 4_000;
/** Longer than this nothing waits: it holds a connection, and behind proxies those are everybody's. */
const LONGEST_WAIT_MS = 5_000;
/** So many times what fits into the longest wait may wait; who sends more than that is not waiting for answers. */
const MOST_WAITING = 2;
const MOST_KNOWN = 50_000;

interface Asker {
  /** Until when it has used up what it may ask for, were that asked for evenly. */
  usedUntil: number;
  waiting: number;
}

/**
 * The pace of answers that no limit counts: pages, files and refusals of whoever is over a limit. Each costs little, and
 * all that one address can ask for costs everybody. None is refused: what comes faster is answered later, and who waits
 * for answers asks no faster. It costs no query, and holds for each process on its own.
 */
export class Pace {
  #everyMs: number;
  #mostWaiting: number;
  #addressOf: (request: ServerResponse['req']) => string;
  #askers = new Map<string, Asker>();
  #waiting = new Set<() => void>();
  #ended = false;

  constructor(perSecond: number, addressOf: (request: ServerResponse['req']) => string) {
    this.#everyMs = 1_000 / perSecond;
    this.#mostWaiting = MOST_WAITING * (LONGEST_WAIT_MS / this.#everyMs);
    this.#addressOf = addressOf;
  }

  /** Sends an answer, at once or when it is the turn of its address; never, where far too much of that waits. */
  answer(response: ServerResponse, send: () => void): void {
    const asker = this.#askerAt(this.#addressOf(response.req));
    const wait = this.#waitOf(asker, performance.now());
    if (wait <= 0 || this.#ended) send();
    else if (asker.waiting >= this.#mostWaiting) response.destroy();
    else this.#later(asker, response, send, wait);
  }

  /** Sends at once whatever waits, and waits no more. */
  end(): void {
    this.#ended = true;
    for (const send of this.#waiting) send();
  }

  #later(asker: Asker, response: ServerResponse, send: () => void, wait: number): void {
    const over = () => {
      clearTimeout(timer);
      response.off('close', over);
      asker.waiting -= 1;
      this.#waiting.delete(sendNow);
    };
    const sendNow = () => {
      over();
      send();
    };
    const timer = setTimeout(sendNow, wait);
    asker.waiting += 1;
    this.#waiting.add(sendNow);
    response.once('close', over);
  }

  #waitOf(asker: Asker, now: number): number {
    const most = now + AT_ONCE_MS + LONGEST_WAIT_MS;
    const usedUntil = Math.max(asker.usedUntil, now);
    asker.usedUntil = Math.min(usedUntil + this.#everyMs, most);
    return usedUntil - now - AT_ONCE_MS;
  }

  #askerAt(address: string): Asker {
    const known = this.#askers.get(address);
    if (known) return known;
    if (this.#askers.size >= MOST_KNOWN) this.#forgetIdle(performance.now());
    const fresh = { usedUntil: 0, waiting: 0 };
    this.#askers.set(address, fresh);
    return fresh;
  }

  #forgetIdle(now: number): void {
    for (const [address, { usedUntil, waiting }] of this.#askers) {
      if (usedUntil <= now && waiting === 0) this.#askers.delete(address);
    }
  }
}
