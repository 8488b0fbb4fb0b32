import type { AdAccountRow } from './ad-account.store.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Syncs start by the quarter of an hour: one that would be due before the next start is due now. */
const SLACK_MS = 8 * MINUTE_MS;

const STRUCTURE_EVERY_MS = 7 * DAY_MS;
/** How many days of figures are read how often: conversions keep coming in for weeks after the click. */
const FIGURES = {
  days: { days: 3, everyMs: HOUR_MS },
  weeks: { days: 35, everyMs: DAY_MS },
  months: { days: 90, everyMs: 7 * DAY_MS },
} as const;

/** What an account needs to be in step. */
export interface SyncDue {
  /** Everything, or what changed since the cursor. */
  structure: 'full' | 'changes';
  /** How many days of figures to read, with what that covers; null when they are recent enough. */
  figures: { days: number; weeks: boolean; months: boolean } | null;
}

type Progress = Pick<
  AdAccountRow,
  'last_structure_sync_at' | 'change_cursor' | 'days_synced_at' | 'weeks_synced_at' | 'months_synced_at'
>;

/** Tells what is due by what was read when: whatever was missed is made up for, once. */
export function syncDue(account: Progress, now: number): SyncDue {
  const isDue = (at: string | null, everyMs: number) => at === null || now - Date.parse(at) >= everyMs - SLACK_MS;
  const full = account.change_cursor === null || isDue(account.last_structure_sync_at, STRUCTURE_EVERY_MS);
  const months = isDue(account.months_synced_at, FIGURES.months.everyMs);
  const weeks = months || isDue(account.weeks_synced_at, FIGURES.weeks.everyMs);
  const due = weeks || isDue(account.days_synced_at, FIGURES.days.everyMs);
  const { days } = months ? FIGURES.months : weeks ? FIGURES.weeks : FIGURES.days;
  return { structure: full ? 'full' : 'changes', figures: due ? { days, weeks, months } : null };
}
