/** Whoever is busy with several pages comes again within this time. */
const AT_WORK_MS = 10_000;
/** No more of those at work are remembered. */
const MOST_AT_WORK = 1_000;

/** Which holders have asked for something lately. */
export class AtWork {
  /** When somebody of each holder came last, in that order. */
  #came = new Map<string, number>();

  /** Somebody of a holder has asked for something. */
  came(holder: string): void {
    const now = performance.now();
    this.#came.delete(holder);
    this.#came.set(holder, now);
    this.#forgetWhoLeft(now);
  }

  /** Whether others are at work beside a holder, or beside several. */
  isBesideOthers(...holders: readonly string[]): boolean {
    this.#forgetWhoLeft(performance.now());
    let others = this.#came.size;
    for (const holder of holders) if (this.#came.has(holder)) others -= 1;
    return others > 0;
  }

  #forgetWhoLeft(now: number): void {
    for (const [holder, at] of this.#came) {
      if (now - at < AT_WORK_MS && this.#came.size <= MOST_AT_WORK) return;
      this.#came.delete(holder);
    }
  }
}
