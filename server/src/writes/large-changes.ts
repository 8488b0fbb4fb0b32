import type { Context } from '../base/context.ts';
import type { Line } from '../base/turns.ts';
import { BUSY_FOR_MS, personOf } from './change-lines.ts';
import type { Step } from './step.ts';

/** A change of so many things is a large one. */
const LARGE = 200;
/** Who had one worked out rests so many times as long as that took. */
const RESTS_TIMES = 2;
const LONGEST_REST_MS = 1_000;

/** Of a person who rests, one change at a time; their credentials take turns. */
const AFTER_LARGE: Line = {
  name: 'after large changes',
  atOnceOfOne: 1,
  mostWaitingOfOne: 100,
  waitsMs: BUSY_FOR_MS,
  refusal: 'Too many large changes of this person are being worked out. Try again in a moment.',
};

/** Is told the steps of a plan as soon as they are known. */
export type Planned = (steps: readonly Step[]) => void;

/** Of what is only looked at. */
export const stopsNothing = async (): Promise<boolean> => false;

/**
 * Works a change out, as often as anybody asks for one: a large one takes long, whether it is previewed, held or refused,
 * and costs whoever asks nothing. So a person who had one worked out rests in proportion before their next change in that
 * organization, of whatever size, and others are served in between. What may stop spending rests for nobody.
 */
export async function paced<T>(
  context: Context,
  mayStop: () => Promise<boolean>,
  work: (planned: Planned) => Promise<T>,
): Promise<T> {
  const { turns } = context;
  const holder = `${context.organizationId} ${personOf(context)}`;
  const resting = () => restingAfter(holder, context, work);
  if (!turns.rests.has(holder) || (await mayStop())) return resting();
  return turns.take(AFTER_LARGE, { holder, part: context.caller.credentialId }, async () => {
    await turns.rests.rested(holder);
    return resting();
  });
}

async function restingAfter<T>(
  holder: string,
  { turns: { rests } }: Context,
  work: (planned: Planned) => Promise<T>,
): Promise<T> {
  const began = performance.now();
  let large = false;
  try {
    return await work((steps) => {
      large ||= isLarge(steps);
      if (large) rests.rest(holder, LONGEST_REST_MS);
    });
  } finally {
    if (large) rests.rest(holder, Math.min((performance.now() - began) * RESTS_TIMES, LONGEST_REST_MS));
  }
}

function isLarge(steps: readonly Step[]): boolean {
  let things = 0;
  for (const step of steps) {
    things += step.changes().length;
    if (things >= LARGE) return true;
  }
  return false;
}
