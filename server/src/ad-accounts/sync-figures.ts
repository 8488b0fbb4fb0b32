import { rebuildFigures, replaceDays } from '../performance/figures.ts';
import type { AdAccount } from '../ports/ad-platform.ts';
import type { TaskContext } from '../tasks/task.ts';
import { noteFigures } from './account-progress.store.ts';
import type { SyncDue } from './sync-due.ts';

const DAY_MS = 86_400_000;
const TERM_DAYS_AT_ONCE = 15;

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
  const rows = await loadAll(signal, [
    () => replaceDays(database, 'campaign', { organizationId, accountId, from, to }, platform.campaignDays(from, to)),
    () => replaceDays(database, 'keyword', { organizationId, accountId, from, to }, platform.keywordDays(from, to)),
    ...stretches(from, to).map((days) => {
      const range = { organizationId, accountId, ...days };
      return () => replaceDays(database, 'search_term', range, platform.searchTermDays(days.from, days.to));
    }),
  ]);
  await context.stage('Adding up the figures');
  await rebuildFigures(context, organizationId);
  await noteFigures(context, accountId, { at, weeks: due.weeks, months: due.months });
  return { from, to, rows };
}

async function loadAll(signal: AbortSignal, loads: readonly (() => Promise<{ rows: number }>)[]): Promise<number> {
  let rows = 0;
  for (const load of loads) {
    signal.throwIfAborted();
    rows += (await load()).rows;
  }
  return rows;
}

/** There can be millions of search terms: they come in a few days at a time, so that no transaction lasts long. */
function stretches(from: string, to: string): { from: string; to: string }[] {
  const found: { from: string; to: string }[] = [];
  for (let end = to; end >= from; end = dayBefore(end, TERM_DAYS_AT_ONCE)) {
    const begin = dayBefore(end, TERM_DAYS_AT_ONCE - 1);
    found.push({ from: begin < from ? from : begin, to: end });
  }
  return found.reverse();
}

function dayBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);
}
