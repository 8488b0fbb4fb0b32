/** Whose turn it is, and of which part of theirs. */
export interface OfHolder {
  holder: string;
  /** Who of the holder: parts take turns among themselves, and share the places in which the holder may wait. */
  part?: string;
}

/** Calls back once somebody has gone away, at once where they already have; the function returned calls that off. */
export type WhenGone = (then: () => void) => () => void;

/** Waits until it is called, and is told whether its turn has come. */
type Go = (come: boolean) => void;

/** Who waits for one thing, in parts that take turns: whoever asks for much waits behind their own. */
export class WaitingInTurn {
  /** None of them is empty. */
  #parts = new Map<string, Set<Go>>();
  #size = 0;

  /** How many wait. */
  get size(): number {
    return this.#size;
  }

  /** Tells that whoever calls has its turn, among its part and the others; or that it has gone away before. */
  wait(part: string, whenGone?: WhenGone): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    let stay = () => {};
    const go = (come: boolean) => {
      stay();
      resolve(come);
    };
    const waiting = this.#parts.get(part) ?? new Set();
    this.#parts.set(part, waiting.add(go));
    this.#size += 1;
    if (whenGone) {
      stay = whenGone(() => {
        this.#leave(part, go);
        go(false);
      });
    }
    return promise;
  }

  /** Lets the next one go, where somebody waits. */
  next(): void {
    const [first] = this.#parts;
    if (!first) return;
    const [part, waiting] = first;
    const [go] = waiting;
    // Its part is last the next time.
    this.#parts.delete(part);
    this.#parts.set(part, waiting);
    if (go) this.#leave(part, go);
    go?.(true);
  }

  #leave(part: string, go: Go): void {
    const waiting = this.#parts.get(part);
    if (!waiting?.delete(go)) return;
    this.#size -= 1;
    if (waiting.size === 0) this.#parts.delete(part);
  }
}
