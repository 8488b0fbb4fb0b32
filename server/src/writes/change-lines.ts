import type { Context } from '../base/context.ts';
import { personOf } from '../base/holder.ts';
import type { Line, Place } from '../base/turns.ts';

/** How long a change waits for others, at most. */
export const BUSY_FOR_MS = 20_000;

/**
 * Changes of one organization lock the same rows: more of them at once would only hold connections. All together leave
 * some of these to whatever else is asked.
 */
export const AT_WORK: Line = {
  name: 'changes',
  atOnce: 8,
  atOnceOfOne: 4,
  mostWaitingOfOne: 200,
  waitsMs: BUSY_FOR_MS,
  refusal: 'Too many changes of this organization are waiting. Try again in a moment.',
};

/** Its people take turns; what stops spending passes whatever else the organization has waiting. */
export function atWork(context: Context, { stops }: { stops: boolean }): Place {
  return { holder: `${context.organizationId}`, part: personOf(context), ahead: stops };
}

/**
 * The line of those who wait for a campaign: only the first looks whether it is free. People take turns, and so do the
 * credentials of each, so that nobody who changes it on and on keeps others from it.
 */
export function lineFor(busy: string, { organizationId }: Context): Line {
  return {
    name: `changes of ${organizationId} ${busy}`,
    atOnce: 1,
    atOnceOfOne: 1,
    mostWaiting: 40,
    mostWaitingOfOne: 20,
    waitsMs: BUSY_FOR_MS,
    refusal: 'Too many changes of this campaign are waiting. Try again in a moment.',
  };
}

/** Whose turn it is there; what was approved waits as its approver does. */
export function forCampaign(context: Context): Place {
  return { holder: personOf(context), part: context.approving ? 'approved' : context.caller.credentialId };
}
