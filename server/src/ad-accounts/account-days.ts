import { dayNumber } from '../base/days.ts';
import { dayIn, zoneNamed } from '../base/time-zones.ts';
import type { AdAccountRow } from './ad-account.store.ts';

/** How far the figures of one ad account reach. */
export interface AccountCoverage {
  id: string;
  name: string;
  status: AdAccountRow['status'];
  /** The last day whose figures are in; null where none ever came. */
  through: number | null;
  /** Whether it holds more than can be read whole, and whether any of its campaigns ever came in. */
  tooLarge: 'followed' | 'unread' | null;
}

/** An organization's days, as its ad account counts them. */
export interface AccountDays {
  today: number;
  timeZone: string;
  accounts: AccountCoverage[];
  /** The last day whose figures are in for every account that is in use; null where one has none. */
  through: number | null;
}

/** Today, where the account is that the organization works in: the selected one that is linked comes first. */
export function todayOf(accounts: readonly AdAccountRow[], now: number): number {
  return dayIn(leadingZone(accounts), now);
}

/** Counts days there. */
export function accountDays(accounts: readonly AdAccountRow[], now: number): AccountDays {
  const covered = accounts.map(
    (account): AccountCoverage => ({
      id: account.id,
      name: account.name,
      status: account.status,
      through: throughOf(account),
      tooLarge: tooLargeOf(account),
    }),
  );
  // One that was never read is told of by itself: what is known of the others is known all the same.
  const read = covered.filter(({ tooLarge }) => tooLarge !== 'unread');
  const inUse = (read.length > 0 ? read : covered).filter(({ status }) => status !== 'not_linked');
  const ends = (inUse.length > 0 ? inUse : covered).map(({ through }) => through);
  const known = ends.filter((end) => end !== null);
  const through = ends.length === 0 || known.length < ends.length ? null : Math.min(...known);
  const zone = leadingZone(accounts);
  return { today: dayIn(zone, now), timeZone: zoneNamed(zone), accounts: covered, through };
}

function leadingZone(accounts: readonly AdAccountRow[]): string | null {
  const leading = ({ status, selected }: AdAccountRow) => (status === 'linked' ? 2 : 0) + (selected ? 1 : 0);
  const [lead] = accounts.toSorted((a, b) => leading(b) - leading(a));
  return lead?.time_zone ?? null;
}

function tooLargeOf({ too_large_since, change_cursor }: AdAccountRow): AccountCoverage['tooLarge'] {
  if (too_large_since === null) return null;
  return change_cursor === null ? 'unread' : 'followed';
}

/** A sync reads up to the day before; a day on which nothing was shown has no figures of its own. */
function throughOf(account: AdAccountRow): number | null {
  // The figures of campaigns that never came in are nobody's.
  if (tooLargeOf(account) === 'unread') return null;
  const { latest_day, days_synced_at, time_zone } = account;
  const read = days_synced_at === null ? null : dayIn(time_zone, Date.parse(days_synced_at)) - 1;
  const seen = latest_day === null ? null : dayNumber(latest_day);
  return read === null ? seen : Math.max(read, seen ?? read);
}
