import type { Services, Tenancy } from '../base/context.ts';
import { MemoryRoom } from '../base/memory-room.ts';
import type { Line, Place, Turns } from '../base/turns.ts';
import { countPackedRows } from './packed-days.store.ts';

/** So many rows of clicked search terms a process holds in memory at once, for all who look through them. */
const MOST_ROWS = 400_000;
/** Fewer take no room: lines and workers bound how many of those are looked through at once. */
const FEW_ROWS = 20_000;

const rooms = new WeakMap<Turns, MemoryRoom>();

/** The room of a process for clicked search terms. */
export function termRoom(turns: Turns): MemoryRoom {
  const room = rooms.get(turns) ?? new MemoryRoom(MOST_ROWS);
  rooms.set(turns, room);
  return room;
}

/** Where somebody waits: in a line, whose limits hold for the room too, or in the background for as long as work may last. */
export type Waits = { line: Line; place: Place } | { signal: AbortSignal };

type Looking = Pick<Services, 'database' | 'turns'> & Pick<Tenancy, 'organizationId'>;

/**
 * Does work that holds the clicked search terms of a campaign in memory, when its turn has come and there is room for
 * them. Nobody waits for room while they hold a connection, since those inside need one.
 */
export async function withRoomForTerms<T>(
  { database, turns, organizationId }: Looking,
  campaignId: number,
  waits: Waits,
  work: () => Promise<T>,
): Promise<T> {
  const size = await countPackedRows({ db: database, organizationId }, 'search_term', campaignId);
  if (size <= FEW_ROWS) return inLine(turns, waits, work);
  const patience = 'line' in waits ? waits.line : waits;
  const held = () => termRoom(turns).hold({ holder: `${organizationId}`, size, patience }, work);
  return inLine(turns, 'line' in waits ? { ...waits, line: ofVast(waits.line) } : waits, held);
}

/** Takes a turn where there is a line. */
export function inLine<T>(turns: Turns, waits: Waits, work: () => Promise<T>): Promise<T> {
  return 'line' in waits ? turns.take(waits.line, waits.place, work) : work();
}

/** Those who wait for room have a line apart, so that nobody with a small campaign waits for them. */
function ofVast(line: Line): Line {
  return { ...line, name: `${line.name} of vast campaigns` };
}
