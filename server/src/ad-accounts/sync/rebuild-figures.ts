import type { Services } from '../../base/context.ts';
import type { Database, Transaction } from '../../base/database.ts';
import { LOCKS_WAIT_MS, lettingGo } from '../../base/letting-go.ts';
import { writeCampaignFigures, writeKeywordFigures } from '../../campaigns/recent-figures.store.ts';
import { packFigures } from '../../figures/packed-figures.store.ts';
import {
  allowMemory,
  type FigureDays,
  figureDays,
  figuresVersion,
  finishRebuild,
  holdFigures,
} from '../../figures/state.store.ts';
import { rebuildSums } from '../../figures/sums.store.ts';
import { dropUnfound } from '../../search-terms/list-room.ts';
import { rankSearchTerms } from '../../search-terms/rank-search-terms.ts';
import { writeLatestDays } from '../account-progress.store.ts';

/** What a rebuild brought about. */
export interface RebuiltFigures {
  generation: number;
  latestDay: string | null;
}

/** Figures that have changed since the last rebuild, as of a version of them. */
interface ChangedFigures {
  days: FigureDays;
  version: string | undefined;
}

/**
 * Makes everything that is read from figures again; nothing happens when none changed since the last time. The figures of
 * keywords come first, a few rows in a transaction, as changes need these rows. All else is begun over where figures came
 * in meanwhile. Whole lists of search terms are of one generation: those of the one before go afterwards, when nothing is
 * held any more.
 */
export async function rebuildFigures(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  organizationId: number,
): Promise<RebuiltFigures | undefined> {
  let rebuilt: RebuiltFigures | 'outdated' | undefined;
  do {
    const changed = await database.transaction((db) => changedFigures(db, organizationId));
    if (changed) await rebuildKeywords(database, organizationId, changed.days);
    rebuilt = changed && (await rebuildAllElse(database, organizationId, { asOf: changed.version, clock }));
  } while (rebuilt === 'outdated');
  await dropUnfound(database, organizationId);
  return rebuilt;
}

async function changedFigures(transaction: Transaction, organizationId: number): Promise<ChangedFigures | undefined> {
  await holdFigures(transaction, organizationId);
  const days = await figureDays(transaction, organizationId);
  if (!days || days.changed_from === null) return undefined;
  return { days, version: await figuresVersion({ db: transaction, organizationId }) };
}

async function rebuildKeywords(database: Database, organizationId: number, { latest_day }: FigureDays): Promise<void> {
  const writeNext = (after: number) =>
    database.transaction(
      async (db) => {
        await holdFigures(db, organizationId);
        return writeKeywordFigures({ db, organizationId }, after, latest_day);
      },
      { locksWaitMs: LOCKS_WAIT_MS },
    );
  let last: number | undefined = 0;
  while (last !== undefined) {
    const after: number = last;
    last = await lettingGo(() => writeNext(after));
  }
}

/** It commits as one, so readers see the state before or the state after. */
function rebuildAllElse(
  database: Database,
  organizationId: number,
  { asOf, clock }: { asOf: string | undefined } & Pick<Services, 'clock'>,
): Promise<RebuiltFigures | 'outdated' | undefined> {
  return database.transaction(async (transaction) => {
    await allowMemory(transaction);
    const changed = await changedFigures(transaction, organizationId);
    if (!changed) return undefined;
    if (changed.version !== asOf) return 'outdated';
    const { days } = changed;
    await rebuildSums(transaction, organizationId, days);
    await packFigures(transaction, organizationId, days);
    await rankSearchTerms(transaction, organizationId, days);
    await writeLatestDays(transaction, organizationId);
    const generation = await finishRebuild(transaction, organizationId, days, new Date(clock.now()));
    await writeCampaignFigures(transaction, organizationId, days.latest_day);
    return { generation, latestDay: days.latest_day };
  });
}
