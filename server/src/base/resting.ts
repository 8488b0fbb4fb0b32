import type { Line, Place, Turns } from './turns.ts';

/** Does something once its holder has rested for what they had done before; of one who rests, one at a time. */
export async function onceRested<T>(turns: Turns, line: Line, place: Place, work: () => Promise<T>): Promise<T> {
  const { rests } = turns;
  if (!rests.has(place.holder)) return work();
  return turns.take(line, place, async () => {
    await rests.rested(place.holder);
    return work();
  });
}
