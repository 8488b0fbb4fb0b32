/** Whose turn it is, and of which part of theirs. */
export interface OfHolder {
  holder: string;
  /** Who of the holder: parts take turns among themselves, and share the places in which the holder may wait. */
  part?: string;
  /** Where a part is shared as well: of its own, these take turns. */
  within?: string;
}

/** Calls back once somebody has gone away, at once where they already have; the function returned calls that off. */
export type WhenGone = (then: () => void) => () => void;

/** Waits until it is called, and is told whether its turn has come. */
type Go = (come: boolean) => void;

/** Who waits for one thing, in parts that take turns: whoever asks for much waits behind their own. */
export class WaitingInTurn {
  /** None of them is empty, nor anything within. */
  #parts = new Map<string, Map<string, Set<Go>>>();
  #size = 0;

  /** How many wait. */
  get size(): number {
    return this.#size;
  }

  /** Tells that whoever calls has its turn, among its part and the others; or that it has gone away before. */
  wait({ part = '', within = '' }: Omit<OfHolder, 'holder'> = {}, whenGone?: WhenGone): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    let stay = () => {};
    const go = (come: boolean) => {
      stay();
      resolve(come);
    };
    const those = this.#parts.get(part) ?? new Map<string, Set<Go>>();
    this.#parts.set(part, those.set(within, (those.get(within) ?? new Set<Go>()).add(go)));
    this.#size += 1;
    if (whenGone) {
      stay = whenGone(() => {
        this.#leave(part, within, go);
        go(false);
      });
    }
    return promise;
  }

  /** Lets the next one go, where somebody waits. */
  next(): void {
    const [part, those] = takeTurn(this.#parts) ?? [];
    const [within, waiting] = (those && takeTurn(those)) ?? [];
    const [go] = waiting ?? [];
    if (part === undefined || within === undefined || !go) return;
    this.#leave(part, within, go);
    go(true);
  }

  #leave(part: string, within: string, go: Go): void {
    const those = this.#parts.get(part);
    const waiting = those?.get(within);
    if (!waiting?.delete(go)) return;
    this.#size -= 1;
    if (waiting.size === 0) those?.delete(within);
    if (those?.size === 0) this.#parts.delete(part);
  }
}

/** The first of all, which is the last the next time. */
function takeTurn<Whose>(turns: Map<string, Whose>): [string, Whose] | undefined {
  const [first] = turns;
  if (!first) return undefined;
  turns.delete(first[0]);
  turns.set(...first);
  return first;
}
