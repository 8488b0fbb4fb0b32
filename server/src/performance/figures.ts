import type { Services } from '../core/context.ts';
import type { Database } from '../core/database.ts';
import {
  holdAccount,
  type Level,
  type LevelRows,
  type SwappedDays,
  stageRows,
  swapDays,
} from './figure-facts.store.ts';
import type { DayRange } from './figure-merge.store.ts';
import { allowMemory, figureDays, finishRebuild, holdFigures, markChanged } from './figure-state.store.ts';
import { rebuildSums, writeRecentFigures } from './figure-sums.store.ts';
import { rankSearchTerms } from './rank-search-terms.ts';

/**
 * Replaces what the days hold on one level of one account, both days included, by the rows streamed. The old days
 * stay whole until all rows are in, and for ever when the stream fails. Readers see it after `rebuildFigures`.
 */
export async function replaceDays<L extends Level>(
  database: Database,
  level: L,
  days: DayRange,
  batches: AsyncIterable<readonly LevelRows[L][]>,
): Promise<SwappedDays> {
  return database.transaction(async (transaction) => {
    await allowMemory(transaction);
    await holdAccount(transaction, days);
    await stageRows(transaction, level, days, batches);
    await holdFigures(transaction, days.organizationId);
    const swapped = await swapDays(transaction, level, days);
    if (swapped.changed > 0) await markChanged(transaction, days);
    return swapped;
  });
}

/** What a rebuild brought about. */
export interface RebuiltFigures {
  generation: number;
  latestDay: string | null;
}

/**
 * Makes everything that is read from figures again: sums, ranked search terms and the figures of list rows. It commits
 * as one, so readers see the state before or the state after; nothing happens when no figures changed since the last.
 */
export async function rebuildFigures(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  organizationId: number,
): Promise<RebuiltFigures | undefined> {
  return database.transaction(async (transaction) => {
    await allowMemory(transaction);
    await holdFigures(transaction, organizationId);
    const days = await figureDays(transaction, organizationId);
    if (!days || days.changed_from === null) return undefined;
    const latestDay = days.latest_day;
    await rebuildSums(transaction, organizationId, days);
    await rankSearchTerms(transaction, organizationId, days);
    await writeRecentFigures(transaction, organizationId, latestDay);
    const generation = await finishRebuild(transaction, organizationId, days, new Date(clock.now()));
    return { generation, latestDay };
  });
}
