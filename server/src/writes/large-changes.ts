import type { Context } from '../base/context.ts';
import { personOf } from '../base/holder.ts';
import { onceRested } from '../base/resting.ts';
import type { Line } from '../base/turns.ts';
import { BUSY_FOR_MS } from './change-lines.ts';
import type { Step } from './step.ts';

/** To look through so many things is much. */
const LARGE = 200;
/** Who had that done rests so many times as long as it took. */
const RESTS_TIMES = 2;
const LONGEST_REST_MS = 2_000;

/** Of a person who rests, one change at a time: what they do themselves first, then their credentials in turn. */
const AFTER_LARGE: Line = {
  name: 'after large changes',
  atOnceOfOne: 1,
  mostWaitingOfOne: 100,
  waitsMs: BUSY_FOR_MS,
  refusal: 'Too many large changes of this person are being worked out. Try again in a moment.',
};

type LooksThrough = NonNullable<Context['looksThrough']>;

/** Of what is only looked at. */
export const stopsNothing = async (): Promise<boolean> => false;

/**
 * Works a change out, as often as anybody asks for one: a large one takes long, whether it is previewed, held or refused,
 * and costs whoever asks nothing. So a person who had one worked out rests in proportion before their next change, of
 * whatever size, and others are served in between. It is large by what it has to look through, be there anything left to
 * change or not. What may stop spending rests for nobody.
 */
export async function paced<T>(
  context: Context,
  mayStop: () => Promise<boolean>,
  work: (looksThrough: LooksThrough) => Promise<T>,
): Promise<T> {
  const { turns, caller, approving } = context;
  const holder = personOf(context);
  const resting = () => restingAfter(holder, context, work);
  if (turns.rests.has(holder) && (await mayStop())) return resting();
  const ahead = caller.via === 'session' || approving !== undefined;
  return onceRested(turns, AFTER_LARGE, { holder, part: caller.credentialId, ahead }, resting);
}

async function restingAfter<T>(
  holder: string,
  { turns: { rests } }: Context,
  work: (looksThrough: LooksThrough) => Promise<T>,
): Promise<T> {
  const began = performance.now();
  let things = 0;
  let end: ((owedMs: number) => void) | undefined;
  try {
    return await work((more) => {
      things += more;
      if (things >= LARGE) end ??= rests.begin(holder);
    });
  } finally {
    end?.(Math.min((performance.now() - began) * RESTS_TIMES, LONGEST_REST_MS));
  }
}

/** How many things steps change. */
export function sizeOf(steps: readonly Step[]): number {
  return steps.reduce((things, step) => things + step.changes().length, 0);
}
