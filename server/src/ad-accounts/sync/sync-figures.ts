import { replaceDays } from '../../figures/replace-days.ts';
import type { AccountInfo, AdAccount } from '../../ports/ad-platform.ts';
import type { TaskContext } from '../../tasks/task.ts';
import { noteFigures } from '../account-progress.store.ts';
import { askedEarly } from './asked-early.ts';
import { rebuildFigures } from './rebuild-figures.ts';
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
  due: NonNullable<SyncDue['figures']> & Pick<AccountInfo, 'now' | 'today'>,
): Promise<FiguresRead> {
  const { database, organizationId, signal } = context;
  const [from, to] = [dayBefore(due.today, due.days), dayBefore(due.today, 1)];
  const account = { organizationId, accountId };
  const whole = { ...account, from, to };
  const rows = await loadAll(signal, [
    loading(
      () => platform.campaignDays(from, to),
      (figures) => replaceDays(database, 'campaign', whole, figures),
    ),
    loading(
      () => platform.keywordDays(from, to),
      (figures) => replaceDays(database, 'keyword', whole, figures),
    ),
    ...stretches(from, to).map((days) =>
      loading(
        () => platform.searchTermDays(days.from, days.to),
        (figures) => replaceDays(database, 'search_term', { ...account, ...days }, figures),
      ),
    ),
  ]);
  await context.stage('Adding up the figures');
  await rebuildFigures(context, organizationId);
  await noteFigures(context, accountId, { at: new Date(due.now), weeks: due.weeks, months: due.months });
  return { from, to, rows };
}

/** Figures that the platform was asked for: they are taken in, or not wanted any more. */
interface Asked {
  load(): Promise<{ rows: number }>;
  cancel(): void;
}

type Loading = () => Asked;

function loading<T>(
  ask: () => AsyncIterable<T>,
  take: (figures: AsyncIterable<T>) => Promise<{ rows: number }>,
): Loading {
  return () => {
    const { rows, cancel } = askedEarly(ask());
    return { load: () => take(rows), cancel };
  };
}

/** The platform takes its time to answer: it is asked for the next figures while those before are taken in. */
async function loadAll(signal: AbortSignal, loads: readonly Loading[]): Promise<number> {
  let rows = 0;
  let next = loads[0]?.();
  for (let index = 1; next; index += 1) {
    const current = next;
    next = loads[index]?.();
    try {
      signal.throwIfAborted();
      rows += (await current.load()).rows;
    } catch (error) {
      current.cancel();
      next?.cancel();
      throw error;
    }
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
