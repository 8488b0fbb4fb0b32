import type { Line, Place, Turns } from './turns.ts';

/**
 * Whatever looks through much for somebody who waits. Of all kinds of it together an organization has few under way, and
 * leaves connections and processors to others.
 */
const LOOKS: Line = {
  name: 'looks',
  atOnceOfOne: 2,
  mostWaitingOfOne: 20,
  waitsMs: 20_000,
  refusal: 'Too much is being looked through for this organization. Try again in a moment.',
};

/** Where somebody waits to have much looked through: in the line of its kind, once they are no longer behind their own. */
export interface Waiting {
  line: Line;
  place: Place;
}

/** Looks through much when whoever asks has their turn. */
export function look<T>(turns: Turns, { line, place }: Waiting, work: () => Promise<T>): Promise<T> {
  return turns.take(LOOKS, place, () => turns.take(line, place, work));
}
