import type { Services, Tenancy } from '../base/context.ts';
import { inOneWait, look, type Waiting } from '../base/looks.ts';
import { MemoryRoom, type Patience } from '../base/memory-room.ts';
import type { Line, Turns } from '../base/turns.ts';
import { countPackedRows } from './packed-days.store.ts';

/** Fewer rows of clicked search terms take no room: lines and workers bound how many of those are looked through at once. */
const FEW_ROWS = 20_000;
/** Looking through more takes long. It has room of its own, so that nobody with less waits for it. */
const MANY_ROWS = 100_000;
const BUSY =
  'Campaigns with very many search terms are being looked through, and there is no room for another one. Try again in a moment.';

/** Campaigns by how many rows they have: those of one kind share a room of so many rows, and wait for their own alone. */
const ROOM_ROWS = {
  large: 200_000,
  vast: 400_000,
};
type Kind = keyof typeof ROOM_ROWS;

const rooms = new WeakMap<Turns, Record<Kind, MemoryRoom>>();

/** The rooms of a process for clicked search terms, for all who look through them. */
export function termRooms(turns: Turns): Record<Kind, MemoryRoom> {
  const made = rooms.get(turns) ?? {
    large: new MemoryRoom(ROOM_ROWS.large),
    vast: new MemoryRoom(ROOM_ROWS.vast),
  };
  rooms.set(turns, made);
  return made;
}

/** Where somebody waits: in a line, for as long in all as it says, or in the background for as long as work may last. */
export type Waits = Waiting | { signal: AbortSignal };

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
  const kind = size <= MANY_ROWS ? 'large' : 'vast';
  const hold = (patience: Patience) =>
    termRooms(turns)[kind].hold({ holder: `${organizationId}`, size, patience }, work);
  if (!('line' in waits)) return hold(waits);
  const { line, place } = inOneWait(waits);
  return look(turns, { line: lineOf(kind, line), place }, () =>
    hold({ waitsMs: Math.max(0, place.until - performance.now()), refusal: BUSY }),
  );
}

/** Takes a turn where there is a line. */
export function inLine<T>(turns: Turns, waits: Waits, work: () => Promise<T>): Promise<T> {
  return 'line' in waits ? look(turns, waits, work) : work();
}

/** Those who wait for room have a line apart, so that nobody with a smaller campaign waits for them. */
function lineOf(kind: Kind, line: Line): Line {
  return { ...line, name: `${line.name} of ${kind} campaigns` };
}
