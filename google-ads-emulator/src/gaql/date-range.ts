import { dayOfDate } from '../clock.ts';
import { queryFailure } from './lexer.ts';
import type { Condition } from './parser.ts';

/** A span of local days, both ends included. */
export interface DayRange {
  first: number;
  last: number;
}

/** Narrows a range by one condition on a date. */
export function narrow(range: DayRange, condition: Condition, today: number): DayRange {
  const { operator, values } = condition;
  if (operator === 'DURING') return intersect(range, namedRange(values[0]?.text ?? '', today));
  const [low = Number.NaN, high = Number.NaN] = values.map(({ text }) => dayOfDate(text));
  switch (operator) {
    case '=':
      return intersect(range, { first: low, last: low });
    case 'BETWEEN':
      return intersect(range, { first: low, last: high });
    case '>=':
      return intersect(range, { first: low, last: range.last });
    case '>':
      return intersect(range, { first: low + 1, last: range.last });
    case '<=':
      return intersect(range, { first: range.first, last: low });
    case '<':
      return intersect(range, { first: range.first, last: low - 1 });
    default:
      return queryFailure('BAD_OPERATOR', `'${operator}' does not go with a date.`);
  }
}

/** The days that a named range of DURING means, seen from a day. */
export function namedRange(name: string, today: number): DayRange {
  const sinceSunday = (((today + 4) % 7) + 7) % 7;
  const sinceMonday = (sinceSunday + 6) % 7;
  const dayOfMonth = new Date(today * 86_400_000).getUTCDate();
  const endOfLastMonth = today - dayOfMonth;
  switch (name.toUpperCase()) {
    case 'TODAY':
      return { first: today, last: today };
    case 'YESTERDAY':
      return { first: today - 1, last: today - 1 };
    case 'LAST_7_DAYS':
      return { first: today - 7, last: today - 1 };
    case 'LAST_14_DAYS':
      return { first: today - 14, last: today - 1 };
    case 'LAST_30_DAYS':
      return { first: today - 30, last: today - 1 };
    case 'THIS_MONTH':
      return { first: endOfLastMonth + 1, last: today };
    case 'LAST_MONTH': {
      const length = new Date(endOfLastMonth * 86_400_000).getUTCDate();
      return { first: endOfLastMonth - length + 1, last: endOfLastMonth };
    }
    case 'THIS_WEEK_MON_TODAY':
      return { first: today - sinceMonday, last: today };
    case 'THIS_WEEK_SUN_TODAY':
      return { first: today - sinceSunday, last: today };
    case 'LAST_WEEK_MON_SUN':
      return { first: today - sinceMonday - 7, last: today - sinceMonday - 1 };
    case 'LAST_WEEK_SUN_SAT':
      return { first: today - sinceSunday - 7, last: today - sinceSunday - 1 };
    case 'LAST_BUSINESS_WEEK':
      return { first: today - sinceMonday - 7, last: today - sinceMonday - 3 };
    default:
      return queryFailure('INVALID_VALUE_WITH_DURING_OPERATOR', `'${name}' is no named range.`);
  }
}

function intersect(a: DayRange, b: DayRange): DayRange {
  return { first: Math.max(a.first, b.first), last: Math.min(a.last, b.last) };
}
