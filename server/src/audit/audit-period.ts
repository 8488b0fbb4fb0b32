import { invalid } from '../base/errors.ts';
import { endOf } from '../base/schemas.ts';

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;

/** A stretch of the trail. */
export interface Period {
  from: string;
  before: string;
}

/** Both days are included; an open end is now. */
export function periodOf(from: string | undefined, to: string | undefined, now: number): Period {
  const before = Math.min(to === undefined ? Number.POSITIVE_INFINITY : endOf(to), now + 1);
  const start = from === undefined ? before - DEFAULT_DAYS * DAY_MS : Date.parse(from);
  if (start >= before) throw invalid([{ path: 'from', message: 'must not be after to' }]);
  return { from: new Date(start).toISOString(), before: new Date(before).toISOString() };
}
