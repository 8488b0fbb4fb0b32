import type { Services } from '../base/context.ts';
import { holdsLongList, writtenInTurns } from '../base/long-json.ts';
import { Verbatim } from '../base/operation.ts';
import { onceRested } from '../base/resting.ts';
import type { Line, Place, Turns } from '../base/turns.ts';

/** Answers that may hold thousands of rows, from their first statement until they are written. */
const LONG_ANSWERS: Line = {
  name: 'long answers',
  atOnceOfOne: 2,
  mostWaitingOfOne: 300,
  waitsMs: 20_000,
  refusal: 'This organization reads too much at once. Try again in a moment.',
};

/** What takes longer is long indeed. */
const LONG_MS = 200;
const RESTS_TIMES = 2;

/** Of a person who rests for one, one at a time. */
const AFTER_LONG: Line = { ...LONG_ANSWERS, name: 'after long answers', atOnceOfOne: 1 };

/** A long answer that is written; what it says can still be shortened. */
export class LongAnswer extends Verbatim {
  readonly value: Record<string, unknown>;

  constructor(json: string, value: Record<string, unknown>) {
    super(json);
    this.value = value;
  }
}

/** The result of an operation that holds a long list, written already. */
export async function writtenLong(result: Record<string, unknown>): Promise<LongAnswer> {
  return new LongAnswer(await writtenInTurns(result), result);
}

/**
 * Makes an answer that may be long in the line of its organization: whoever asks for many waits behind their own. It is
 * written in turns however short its lists are: what stands in them may be long.
 */
export function madeInLine(
  { turns }: Pick<Services, 'turns'>,
  place: Place,
  make: () => Promise<unknown>,
): Promise<unknown> {
  return takeAndRest(turns, place, async () => {
    const result = await make();
    return holdsLongList(result, 1) ? writtenLong(result) : result;
  });
}

/** Who had a very long one made rests before their next, and leaves time for others. */
function takeAndRest<T>(turns: Turns, place: Place, make: () => Promise<T>): Promise<T> {
  const person = `long answers ${place.holder} ${place.part ?? ''}`;
  return onceRested(turns, AFTER_LONG, { holder: person }, () =>
    turns.take(LONG_ANSWERS, place, async () => {
      const began = performance.now();
      try {
        return await make();
      } finally {
        const took = performance.now() - began;
        if (took >= LONG_MS) turns.rests.begin(person)(took * RESTS_TIMES);
      }
    }),
  );
}
