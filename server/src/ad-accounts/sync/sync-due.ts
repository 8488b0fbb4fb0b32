import type { AdAccountRow } from '../ad-account.store.ts';

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

/**
 * Tells what is due by what was read when: whatever was missed is made up for, once. Figures are noted and due by the
 * platform's clock, because it is there that days end; campaigns by ours.
 */
export function syncDue(account: Progress, now: { ours: number; platform: number }): SyncDue {
  const full = account.change_cursor === null || isDue(account.last_structure_sync_at, STRUCTURE_EVERY_MS, now.ours);
  const figuresDue = (at: string | null, { everyMs }: { everyMs: number }) => isDue(at, everyMs, now.platform);
  const months = figuresDue(account.months_synced_at, FIGURES.months);
  const weeks = months || figuresDue(account.weeks_synced_at, FIGURES.weeks);
  const due = weeks || figuresDue(account.days_synced_at, FIGURES.days);
  const { days } = months ? FIGURES.months : weeks ? FIGURES.weeks : FIGURES.days;
  return { structure: full ? 'full' : 'changes', figures: due ? { days, weeks, months } : null };
}

/** Whether an account was found to be too large a short time ago, and nobody asked for it since: it is not read again for that. */
export function isKnownTooLarge(
  { too_large_at: found, sync_asked_at: asked }: Pick<AdAccountRow, 'too_large_at' | 'sync_asked_at'>,
  now: number,
): boolean {
  if (found === null || isDue(found, DAY_MS, now)) return false;
  return asked === null || Date.parse(asked) <= Date.parse(found);
}

/** What was noted in the future was noted by a clock that has been put back since. */
function isDue(at: string | null, everyMs: number, now: number): boolean {
  return at === null || Math.abs(now - Date.parse(at)) >= everyMs - SLACK_MS;
}
