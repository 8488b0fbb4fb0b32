const DAY_MS = 86_400_000;

/** So much of something that each holder may have on a UTC day, in this process: it costs no query. */
export class DailyAllowance {
  #perDay: number;
  #day = 0;
  #taken = new Map<number, number>();

  constructor(perDay: number) {
    this.#perDay = perDay;
  }

  /** Takes one; false where none is left. */
  take(holderId: number, now: number): boolean {
    const day = Math.floor(now / DAY_MS);
    if (day !== this.#day) {
      this.#day = day;
      this.#taken.clear();
    }
    const taken = this.#taken.get(holderId) ?? 0;
    if (taken >= this.#perDay) return false;
    this.#taken.set(holderId, taken + 1);
    return true;
  }
}

/** Seconds until the next UTC day. */
export function secondsOfDayLeft(now: number): number {
  return Math.ceil((DAY_MS - (now % DAY_MS)) / 1_000);
}
