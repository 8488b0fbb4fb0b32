import { rebuildFigures, replaceDays } from '../performance/figures.ts';
import type { AdAccount } from '../ports/ad-platform.ts';
import type { TaskContext } from '../tasks/task.ts';
import { noteFigures } from './account-progress.store.ts';
import type { SyncDue } from './sync-due.ts';

const DAY_MS = 86_400_000;

/** What was read. */
interface FiguresRead {
  from: string;
  to: string;
  rows: number;
}

/**
 * Reads the figures of the last whole days of the account, up to its yesterday: today is not over, and would make every
 * average look worse than it is.
 */
export async function syncFigures(
  context: TaskContext,
  platform: AdAccount,
  accountId: string,
  due: NonNullable<SyncDue['figures']>,
): Promise<FiguresRead> {
  const { database, organizationId, clock, signal } = context;
  const at = new Date(clock.now());
  const { today } = await platform.info();
  const [from, to] = [dayBefore(today, due.days), dayBefore(today, 1)];
  const days = { organizationId, accountId, from, to };
  const loads = [
    () => replaceDays(database, 'campaign', days, platform.campaignDays(from, to)),
    () => replaceDays(database, 'keyword', days, platform.keywordDays(from, to)),
    () => replaceDays(database, 'search_term', days, platform.searchTermDays(from, to)),
  ];
  let rows = 0;
  for (const load of loads) {
    signal.throwIfAborted();
    rows += (await load()).rows;
  }
  await context.stage('Adding up the figures');
  await rebuildFigures(context, organizationId);
  await noteFigures(context, accountId, { at, weeks: due.weeks, months: due.months });
  return { from, to, rows };
}

function dayBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);
}
