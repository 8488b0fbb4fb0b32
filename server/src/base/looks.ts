import type { Services } from './context.ts';
import type { Database } from './database.ts';
import type { Line, Place } from './turns.ts';

/**
 * Whatever looks through much for somebody who waits. Each kind of it has lines of its own, so that nobody waits for what is
 * larger; of all kinds together an organization has few under way, and leaves connections and processors to others.
 */
const LOOKS: Line = {
  name: 'looks',
  atOnceOfOne: 2,
  mostWaitingOfOne: 40,
  waitsMs: 20_000,
  refusal: 'Too much is being looked through for this organization. Try again in a moment.',
};

type Looking = Pick<Services, 'database' | 'turns'>;

/** Looks through much when whoever asks has their turn, by connections that neither requests nor changes wait for. */
export function look<T>(
  { turns, database }: Looking,
  place: Place,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  return turns.take(LOOKS, place, () => work(database.forWork()));
}
