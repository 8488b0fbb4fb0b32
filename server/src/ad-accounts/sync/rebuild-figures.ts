import type { Services } from '../../base/context.ts';
import { writeRecentFigures } from '../../campaigns/recent-figures.store.ts';
import { packFigures } from '../../figures/packed-figures.store.ts';
import { allowMemory, figureDays, finishRebuild, holdFigures } from '../../figures/state.store.ts';
import { rebuildSums } from '../../figures/sums.store.ts';
import { dropUnfound } from '../../search-terms/list-room.ts';
import { rankSearchTerms } from '../../search-terms/rank-search-terms.ts';
import { writeLatestDays } from '../account-progress.store.ts';

/** What a rebuild brought about. */
export interface RebuiltFigures {
  generation: number;
  latestDay: string | null;
}

/**
 * Makes everything that is read from figures again: sums, packed days, ranked search terms and the figures of list rows. It commits
 * as one, so readers see the state before or the state after; nothing happens when no figures changed since the last.
 * Whole lists of search terms are of one generation: those of the one before go afterwards, when nothing is held any more.
 */
export async function rebuildFigures(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  organizationId: number,
): Promise<RebuiltFigures | undefined> {
  const rebuilt = await database.transaction(async (transaction) => {
    await allowMemory(transaction);
    await holdFigures(transaction, organizationId);
    const days = await figureDays(transaction, organizationId);
    if (!days || days.changed_from === null) return undefined;
    const latestDay = days.latest_day;
    await rebuildSums(transaction, organizationId, days);
    await packFigures(transaction, organizationId, days);
    await rankSearchTerms(transaction, organizationId, days);
    await writeLatestDays(transaction, organizationId);
    await writeRecentFigures(transaction, organizationId, latestDay);
    const generation = await finishRebuild(transaction, organizationId, days, new Date(clock.now()));
    return { generation, latestDay };
  });
  await dropUnfound(database, organizationId);
  return rebuilt;
}
