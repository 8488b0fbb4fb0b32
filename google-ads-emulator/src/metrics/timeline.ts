import { DAY_MS } from '../clock.ts';
import type { Account, Kind } from '../store/account.ts';

/** A part of a day, as fractions from 0 to 1, during which nothing changed; `at` is the instant of the last change before. */
export interface DayPart {
  from: number;
  to: number;
  at: number;
}

/** The moments at which something changed that delivery depends on. */
export class Timeline {
  readonly #account: Account;
  #instants: number[] = [];
  /** The same in days of local time, which stands still while clocks are put back. */
  #inDays: number[] = [];
  #read = 0;

  constructor(account: Account) {
    this.#account = account;
  }

  /** Takes in what was committed since; the instant of the earliest change among it, if there is any. */
  refresh(): number | undefined {
    const fresh = this.#account.changes.slice(this.#read);
    this.#read = this.#account.changes.length;
    const instants = new Set(fresh.filter(({ kind }) => DELIVERING.has(kind)).map(({ at }) => at));
    if (instants.size === 0) return undefined;
    const sorted = [...new Set([...this.#instants, ...instants])].sort((one, other) => one - other);
    this.#instants = sorted;
    let latest = Number.NEGATIVE_INFINITY;
    this.#inDays = sorted.map((at) => {
      latest = Math.max(latest, this.#account.time.local(at) / DAY_MS);
      return latest;
    });
    return Math.min(...instants);
  }

  /** The parts of a local day; none before anything existed. */
  partsOf(day: number): DayPart[] {
    const parts: DayPart[] = [];
    let index = this.#lastBefore(day);
    let from = 0;
    while (from < 1) {
      const at = this.#instants[index];
      const next = (this.#inDays[index + 1] ?? Number.POSITIVE_INFINITY) - day;
      const to = Math.min(1, next);
      if (at !== undefined && to > from) parts.push({ from, to, at });
      from = Math.max(from, to);
      index += 1;
    }
    return parts;
  }

  /** The last change at the beginning of a day or before; -1 when there is none. */
  #lastBefore(day: number): number {
    let low = 0;
    let high = this.#inDays.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#inDays[middle] ?? 0) <= day) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}

/** Ads and assets change without changing who is shown. */
const DELIVERING: ReadonlySet<Kind> = new Set([
  'campaigns',
  'campaignBudgets',
  'campaignCriteria',
  'adGroups',
  'adGroupCriteria',
] as const);
