import { DAY_MS, dateOfDay } from '../clock.ts';
import { fieldPath } from '../gaql/matches.ts';
import type { JsonObject } from '../json.ts';
import { setAt, textAt } from '../json.ts';
import type { Leaf } from '../metrics/leaf.ts';
import type { Account } from '../store/account.ts';

/** Splits leaves by the segments a query selects. */
export class Segmentation {
  readonly #account: Account;
  readonly #segments: readonly string[];
  readonly #onlyDays: boolean;
  readonly #dayValues = new Map<number, JsonObject>();

  constructor(account: Account, segments: readonly string[]) {
    this.#account = account;
    this.#segments = segments;
    this.#onlyDays = segments.length === 1 && segments[0] === 'segments.date';
  }

  key(leaf: Leaf): string | number {
    if (this.#onlyDays) return leaf.day;
    return this.#segments.length === 0 ? 0 : this.#segments.map((segment) => this.#valueOf(segment, leaf)).join('|');
  }

  values(leaf: Leaf): JsonObject {
    const known = this.#onlyDays ? this.#dayValues.get(leaf.day) : undefined;
    if (known) return known;
    const values: JsonObject = {};
    for (const segment of this.#segments) setAt(values, fieldPath(segment).slice(1), this.#valueOf(segment, leaf));
    if (this.#onlyDays) this.#dayValues.set(leaf.day, values);
    return values;
  }

  #valueOf(segment: string, { day, stream }: Leaf): string {
    switch (segment) {
      case 'segments.date':
        return dateOfDay(day);
      case 'segments.week':
        return dateOfDay(day - sinceMonday(day));
      case 'segments.month':
        return `${dateOfDay(day).slice(0, 8)}01`;
      case 'segments.day_of_week':
        return WEEKDAYS[sinceMonday(day)] ?? '';
      case 'segments.search_term_match_type':
        return stream.matchType === 'EXACT' && !stream.isOwnText ? 'NEAR_EXACT' : stream.matchType;
      case 'segments.keyword.ad_group_criterion':
        return stream.keyword;
      case 'segments.keyword.info.text':
        return textAt(this.#account.get(stream.keyword), 'keyword', 'text');
      default:
        return stream.matchType;
    }
  }
}

function sinceMonday(day: number): number {
  return (new Date(day * DAY_MS).getUTCDay() + 6) % 7;
}

const WEEKDAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'];
