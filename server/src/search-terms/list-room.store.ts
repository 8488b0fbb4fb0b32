import type { Tenancy } from '../base/context.ts';
import { columns, statement, type Transaction } from '../base/database.ts';

/** A whole list as it lies there. */
export interface StoredList {
  id: string;
  total: number;
  used_at: string;
  /** Whether anybody can still find it: it is of these figures, and nobody has begun to drop it. */
  found: boolean;
}

const listColumns = columns<StoredList>({
  id: 'l.id',
  total: 'l.total',
  used_at: 'l.used_at',
  found: 'not l.dropped and l.generation = s.generation',
});
const allLists = statement<[organizationId: number], StoredList>(`
  select ${listColumns} from whole_term_list l join figure_state s on s.organization_id = $1
  where l.organization_id = $1 order by l.used_at, l.id`);

/** Every whole list of the organization, the one used longest ago first. */
export function storedLists({ db, organizationId }: Tenancy): Promise<StoredList[]> {
  return db.rows(allLists, organizationId);
}

const expected = statement<[organizationId: number, campaignId: number, days: number], { total: number | null }>(`
  select min(total) as total from search_term_list where organization_id = $1 and campaign_id = $2 and days >= $3`);

/** How many terms a list will have at most: as many as the shortest window that is kept ready and holds its own. */
export async function mostTerms(
  { db, organizationId }: Tenancy,
  { campaignId, days }: { campaignId: number; days: number },
): Promise<number> {
  return (await db.row(expected, organizationId, campaignId, days))?.total ?? 0;
}

const writeUse = statement<[organizationId: number, listId: string, at: Date], never>(`
  update whole_term_list set used_at = $3 where organization_id = $1 and id = $2 and used_at < $3`);

/** Remembers that a list was used. */
export async function writeUsed({ db, organizationId }: Tenancy, listId: string, at: Date): Promise<void> {
  await db.execute(writeUse, organizationId, listId, at);
}

const markDropped = statement<[organizationId: number, listId: string], never>(
  'update whole_term_list set dropped = true where organization_id = $1 and id = $2',
);

/** From now on nobody finds the list. */
export async function hideList({ db, organizationId }: Tenancy, listId: string): Promise<void> {
  await db.execute(markDropped, organizationId, listId);
}

/** How many chunks one statement removes, of fifty terms each: it is over in a moment. */
const REMOVED_AT_ONCE = 2_000;

const holdList = statement<[organizationId: number, listId: string], { id: string }>(
  'select id from whole_term_list where organization_id = $1 and id = $2 for update',
);
const endOfPiece = statement<
  [organizationId: number, listId: string, skipped: number],
  { last_cost: number; last_term_id: number }
>(`
  select last_cost, last_term_id from whole_term_chunk where organization_id = $1 and list_id = $2
  order by last_cost, last_term_id offset $3 limit 1`);
const removeBefore = statement<[organizationId: number, listId: string, cost: number, termId: number], never>(`
  delete from whole_term_chunk
  where organization_id = $1 and list_id = $2 and (last_cost, last_term_id) < ($3, $4)`);
const removeRest = statement<[organizationId: number, listId: string], never>(
  'delete from whole_term_chunk where organization_id = $1 and list_id = $2',
);
const removeList = statement<[organizationId: number, listId: string], never>(
  'delete from whole_term_list where organization_id = $1 and id = $2',
);

/** Removes a piece of a hidden list, at last the list itself; true while there is more. Two who drop it take turns. */
export async function removePiece(db: Transaction, organizationId: number, listId: string): Promise<boolean> {
  if (!(await db.row(holdList, organizationId, listId))) return false;
  const end = await db.row(endOfPiece, organizationId, listId, REMOVED_AT_ONCE);
  if (end) {
    await db.execute(removeBefore, organizationId, listId, end.last_cost, end.last_term_id);
    return true;
  }
  await db.execute(removeRest, organizationId, listId);
  await db.execute(removeList, organizationId, listId);
  return false;
}
