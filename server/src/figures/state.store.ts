import type { Tenancy } from '../base/context.ts';
import { statement, type Transaction } from '../base/database.ts';
import type { DayRange } from './merge.store.ts';

const FIGURES_LOCK = 7_001;
/** Enough to join and sort many figures without going to disk. */
const WORK_MEM = '64MB';

const setMemory = statement<[], never>(`set local work_mem = '${WORK_MEM}'`);

/** Gives a transaction that handles many figures the memory for it. */
export async function allowMemory(transaction: Transaction): Promise<void> {
  await transaction.execute(setMemory);
}

const setCores = statement<[], never>('set local max_parallel_workers_per_gather = 0');

/** Keeps a transaction that nobody waits for to one core: the others are for those who are served meanwhile. */
export async function useOneCore(transaction: Transaction): Promise<void> {
  await transaction.execute(setCores);
}

const lockOrganization = statement<[lock: number, organizationId: number], object>(
  'select pg_advisory_xact_lock($1::integer, $2::integer)',
);

/** Only one transaction at a time changes an organization's figures or what is kept ready from them. */
export async function holdFigures(transaction: Transaction, organizationId: number): Promise<void> {
  await transaction.execute(lockOrganization, FIGURES_LOCK, organizationId);
}

const tryLockOrganization = statement<[lock: number, organizationId: number], { held: boolean }>(
  'select pg_try_advisory_xact_lock($1::integer, $2::integer) as held',
);

/** The same without waiting; false when another transaction holds them. */
export async function tryHoldFigures(transaction: Transaction, organizationId: number): Promise<boolean> {
  return (await transaction.row(tryLockOrganization, FIGURES_LOCK, organizationId))?.held ?? false;
}

const markDay = statement<[organizationId: number, day: string], never>(`
  insert into figure_state (organization_id, changed_from) values ($1, $2)
  on conflict (organization_id) do update
    set changed_from = least(figure_state.changed_from, excluded.changed_from)`);

/** Remembers from which day on the sums have to be made again. */
export async function markChanged(transaction: Transaction, { organizationId, from }: DayRange): Promise<void> {
  await transaction.execute(markDay, organizationId, from);
}

const version = statement<[organizationId: number], { version: string }>(
  'select xmin::text as version from figure_state where organization_id = $1',
);

/** Another one whenever figures were merged, or made ready to be read, since; undefined where there are none. */
export async function figuresVersion({ db, organizationId }: Tenancy): Promise<string | undefined> {
  return (await db.row(version, organizationId))?.version;
}

/** The days that figures cover, and since which one they have changed; null where there are none. */
export interface FigureDays {
  changed_from: string | null;
  first_day: string | null;
  latest_day: string | null;
}

const daysToRebuild = statement<[organizationId: number], FigureDays>(`
  select changed_from,
    (select min(day) from campaign_day where organization_id = $1) as first_day,
    (select max(day) from campaign_day where organization_id = $1) as latest_day
  from figure_state where organization_id = $1`);

/** What a rebuild has to cover; campaigns' figures say which days have data. */
export async function figureDays(transaction: Transaction, organizationId: number): Promise<FigureDays | undefined> {
  return transaction.row(daysToRebuild, organizationId);
}

const writeState = statement<
  [organizationId: number, firstDay: string | null, latestDay: string | null, at: Date],
  { generation: number }
>(`
  update figure_state
  set generation = generation + 1, first_day = $2, latest_day = $3, changed_from = null, rebuilt_at = $4
  where organization_id = $1 returning generation`);

/** Ends a rebuild: from its commit on, readers see the new generation. */
export async function finishRebuild(
  transaction: Transaction,
  organizationId: number,
  { first_day, latest_day }: FigureDays,
  at: Date,
): Promise<number> {
  const state = await transaction.row(writeState, organizationId, first_day, latest_day, at);
  return state?.generation ?? 0;
}
