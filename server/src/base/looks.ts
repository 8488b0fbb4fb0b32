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

/** Where somebody waits to have much looked through: the line of its kind, and whose place they have there. */
export interface Waiting {
  line: Line;
  place: Place;
}

/**
 * Looks through much when whoever asks has their turn: first among what their organization asks of that kind, so that no kind
 * fills the queue of another, then among all that it has looked through, and only then among everybody's.
 */
export function look<T>(turns: Turns, waiting: Waiting, work: () => Promise<T>): Promise<T> {
  const { line, place } = inOneWait(waiting);
  return turns.take(withinOne(line), place, () => turns.take(LOOKS, place, () => turns.take(line, place, work)));
}

/** The same where several lines are waited for, or room behind them: as long in all as in the one. */
export function inOneWait({ line, place }: Waiting): Waiting & { place: { until: number } } {
  return { line, place: { until: performance.now() + line.waitsMs, ...place } };
}

/** The same line, where nobody waits for other organizations. */
function withinOne({ atOnce: _, mostWaiting: __, ...line }: Line): Line {
  return { ...line, name: `${line.name} of one organization` };
}
