/** Whose turn it is, and of which part of theirs. */
export interface OfHolder {
  holder: string;
  /** Who of the holder: parts take turns among themselves, and share the places in which the holder may wait. */
  part?: string;
}

/** Waits until it is called. */
type Go = () => void;

/** Who waits for one thing, in parts that take turns: whoever asks for much waits behind their own. */
export class WaitingInTurn {
  #parts = new Map<string, Go[]>();
  #size = 0;

  /** How many wait. */
  get size(): number {
    return this.#size;
  }

  /** Comes back once whoever calls has had its turn among its part and the others. */
  wait(part: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiting = this.#parts.get(part);
    if (waiting) waiting.push(resolve);
    else this.#parts.set(part, [resolve]);
    this.#size += 1;
    return promise;
  }

  /** Lets the next one go, where somebody waits. */
  next(): void {
    const [first] = this.#parts;
    if (!first) return;
    const [part, waiting] = first;
    this.#parts.delete(part);
    this.#size -= 1;
    waiting.shift()?.();
    if (waiting.length > 0) this.#parts.set(part, waiting);
  }
}
