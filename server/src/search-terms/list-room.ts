import type { Tenancy } from '../base/context.ts';
import type { Database } from '../base/database.ts';
import { hideList, mostTerms, removePiece, type StoredList, storedLists, writeUsed } from './list-room.store.ts';
import type { WholeList } from './whole-list.store.ts';

/** How much an organization may have in whole lists. */
export interface ListRoom {
  lists: number;
  /** In all of them together. */
  terms: number;
}

/** A few people page through lists at once; a million terms take some 35 MB. */
export const LIST_ROOM: ListRoom = { lists: 10, terms: 2_000_000 };

/** A list that was used this lately does not give way: somebody pages on in it. */
const IN_USE_MS = 10 * 60_000;
/** Use is remembered so often: not every page writes. */
const NOTED_EVERY_MS = 60_000;

/** Remembers that a list is in use. */
export async function noteUse(
  tenancy: Tenancy,
  { id, usedAt }: { id: string; usedAt: string },
  now: number,
): Promise<void> {
  if (Date.parse(usedAt) <= now - NOTED_EVERY_MS) await writeUsed(tenancy, id, new Date(now));
}

/** Whether one more list fits beside all that lie there, those included that nobody finds any more. */
export async function hasRoom(tenancy: Tenancy, list: WholeList, room: ListRoom): Promise<boolean> {
  return fits(await storedLists(tenancy), await mostTerms(tenancy, list), room);
}

/**
 * Drops what makes room for one more list: those that nobody finds any more, then those used longest ago. Nothing gives
 * way where that would not be enough. Holds no figures meanwhile.
 */
export async function makeRoom(
  database: Database,
  organizationId: number,
  list: WholeList,
  { room, now }: { room: ListRoom; now: number },
): Promise<void> {
  await dropUnfound(database, organizationId);
  const tenancy = { db: database, organizationId };
  const terms = await mostTerms(tenancy, list);
  for (const { id } of givingWay(await storedLists(tenancy), terms, { room, now })) {
    await drop(database, organizationId, id);
  }
}

/** Drops the lists that nobody finds any more, such as those of earlier figures. */
export async function dropUnfound(database: Database, organizationId: number): Promise<void> {
  const lists = await storedLists({ db: database, organizationId });
  for (const { id, found } of lists) if (!found) await drop(database, organizationId, id);
}

/** Piece by piece, each for itself: however long the list is, nobody waits for more than one of them. */
async function drop(database: Database, organizationId: number, listId: string): Promise<void> {
  await hideList({ db: database, organizationId }, listId);
  for (let more = true; more; ) {
    more = await database.transaction((db) => removePiece(db, organizationId, listId));
  }
}

function givingWay(
  lists: readonly StoredList[],
  terms: number,
  { room, now }: { room: ListRoom; now: number },
): readonly StoredList[] {
  for (let going = 0; going <= lists.length; going += 1) {
    if (fits(lists.slice(going), terms, room)) return lists.slice(0, going);
    const next = lists[going];
    if (!next || Date.parse(next.used_at) > now - IN_USE_MS) return [];
  }
  return [];
}

function fits(lists: readonly StoredList[], terms: number, room: ListRoom): boolean {
  const taken = lists.reduce((sum, { total }) => sum + total, 0);
  return lists.length < room.lists && taken + terms <= room.terms;
}
