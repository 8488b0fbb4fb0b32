import { LINES_OF_NETWORK, networkAround } from '../../base/address-group.ts';

/** So much of its pace an address may use at once: a page with its files, opened by everybody in an office. */
const AT_ONCE_MS = 4_000;
/** Longer than this nothing waits: it holds a connection, and behind proxies those are everybody's. */
const LONGEST_WAIT_MS = 5_000;
/** So many times what fits into the longest wait may wait; who sends more than that is not waiting for answers. */
const MOST_WAITING = 2;
const MOST_KNOWN = 50_000;

/** What is held while it waits: an answer, or the connection where there is none yet. */
export interface Held {
  once(event: 'close', over: () => void): unknown;
  off(event: 'close', over: () => void): unknown;
  destroy(): unknown;
}

interface Waiting {
  held: Held;
  send: () => void;
  giveUp: () => void;
}

interface Asker {
  /** Until when it has used up what it may ask for, were that asked for evenly. */
  usedUntil: number;
  waiting: number;
  everyMs: number;
}

/**
 * The pace of answers that no limit counts: pages, files and refusals of whoever is over a limit. Each costs little, and
 * all that one address can ask for costs everybody. What comes faster is answered later, and who waits for answers asks
 * no faster; whoever does all the same is cut off. It costs no query, and holds for each process on its own.
 */
export class Pace {
  #everyMs: number;
  #askers = new Map<string, Asker>();
  #waiting = new Set<() => void>();
  #ended = false;

  constructor(perSecond: number) {
    this.#everyMs = 1_000 / perSecond;
  }

  /**
   * Sends an answer, or begins to make one, at once or when it is the turn of its address. Where far too much of that
   * waits, or what is held is gone before, it is given up instead: one of the two happens, and once.
   */
  answer(address: string, held: Held, send: () => void, giveUp: () => void = () => {}): void {
    const askers = this.#askersOf(address);
    const wait = this.#waitOf(askers, performance.now());
    if (wait <= 0 || this.#ended) send();
    else if (askers.some(({ waiting, everyMs }) => waiting >= MOST_WAITING * (LONGEST_WAIT_MS / everyMs))) {
      giveUp();
      held.destroy();
    } else this.#later(askers, { held, send, giveUp }, wait);
  }

  /** Sends at once whatever waits, and waits no more. */
  end(): void {
    this.#ended = true;
    for (const send of this.#waiting) send();
  }

  #later(askers: readonly Asker[], { held, send, giveUp }: Waiting, wait: number): void {
    const over = () => {
      clearTimeout(timer);
      held.off('close', gone);
      for (const asker of askers) asker.waiting -= 1;
      this.#waiting.delete(sendNow);
    };
    const sendNow = () => {
      over();
      send();
    };
    const gone = () => {
      over();
      giveUp();
    };
    const timer = setTimeout(sendNow, wait);
    for (const asker of askers) asker.waiting += 1;
    this.#waiting.add(sendNow);
    held.once('close', gone);
  }

  /** As long as the slowest of them takes. */
  #waitOf(askers: readonly Asker[], now: number): number {
    const most = now + AT_ONCE_MS + LONGEST_WAIT_MS;
    let longest = 0;
    for (const asker of askers) {
      const usedUntil = Math.max(asker.usedUntil, now);
      asker.usedUntil = Math.min(usedUntil + asker.everyMs, most);
      longest = Math.max(longest, usedUntil - now - AT_ONCE_MS);
    }
    return longest;
  }

  /** The address, and the network around it where one has many of its like for nothing. */
  #askersOf(address: string): Asker[] {
    const network = networkAround(address);
    const own = this.#askerAt(address, this.#everyMs);
    return network === undefined ? [own] : [own, this.#askerAt(network, this.#everyMs / LINES_OF_NETWORK)];
  }

  #askerAt(address: string, everyMs: number): Asker {
    const known = this.#askers.get(address);
    if (known) return known;
    if (this.#askers.size >= MOST_KNOWN) this.#forgetIdle(performance.now());
    const fresh = { usedUntil: 0, waiting: 0, everyMs };
    this.#askers.set(address, fresh);
    return fresh;
  }

  #forgetIdle(now: number): void {
    for (const [address, { usedUntil, waiting }] of this.#askers) {
      if (usedUntil <= now && waiting === 0) this.#askers.delete(address);
    }
  }
}
