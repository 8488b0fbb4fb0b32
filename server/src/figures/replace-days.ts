import type { Database } from '../base/database.ts';
import { gatherRows, type Level, type LevelRows, type SwappedDays, stageRows, swapDays } from './facts.store.ts';
import type { DayRange } from './merge.store.ts';
import { allowMemory, holdFigures, markChanged } from './state.store.ts';

/**
 * Replaces what the days hold on one level of one account, both days included, by the rows streamed. The old days
 * stay whole until all rows are in, and for ever when the stream fails. The database is asked for nothing before the
 * platform has told them all. Readers see it after `rebuildFigures`.
 */
export async function replaceDays<L extends Level>(
  database: Database,
  level: L,
  days: DayRange,
  batches: AsyncIterable<readonly LevelRows[L][]>,
): Promise<SwappedDays> {
  await using rows = await gatherRows(level, days, batches);
  return await database.transaction(async (transaction) => {
    await allowMemory(transaction);
    await stageRows(transaction, level, rows);
    await holdFigures(transaction, days.organizationId);
    const swapped = await swapDays(transaction, level, days);
    if (swapped.changed > 0) await markChanged(transaction, days);
    return swapped;
  });
}
