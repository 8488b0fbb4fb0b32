import { setTimeout as pause } from 'node:timers/promises';
import { RequesterGone, requesterStands } from '../../identity/requester.ts';
import { AdPlatformError } from '../../ports/ad-platform.ts';
import { every } from '../../tasks/timing.ts';
import { isHeldSince } from '../approvals/held-since.ts';
import type { Step, Telling } from '../step.ts';
import { findAction, type StoredStep } from './action.store.ts';
import { markTried } from './action-progress.store.ts';
import {
  isDeclined,
  isOutOfQuota,
  isSettled,
  NoLongerAllowed,
  NotApproved,
  OutcomeUnknown,
  StillToStop,
  StoppedBefore,
} from './failures.ts';
import { notePlatformWrites } from './platform-write.store.ts';
import { Sending } from './sending.ts';
import { isUnderWay, keepDetails, type Path, stepsOf, type TakenStep } from './settle-action.ts';

/** Pauses between tries while the platform is unsteady; a write whose outcome is unknown is looked at longer. */
const RETRY_PAUSES_MS = [300, 900];
const UNKNOWN_PAUSES_MS = [200, 1_000, 3_000, 8_000];

/**
 * Tells the platform of the action's next step; undefined when none is left. Tries again where that helps: a step looks
 * first, so trying again after an unknown outcome repeats nothing. Where the platform was still busy with a try that left
 * no word, it may decline the next one because of that: it is looked at once more before a no counts.
 */
export async function tellPlatform(path: Path, context: Telling): Promise<TakenStep | undefined> {
  const first = await nextStep(path, context);
  if (!first) return undefined;
  const known = context.steps.read(first.step);
  if (!known.reachesPlatform) return { ...first, wrote: [] };
  // What may have arrived is looked for first.
  if (context.triedBefore && !first.step.tried) await mustStillBeWanted(known, context);
  const stop = watchForStop(known, context);
  try {
    const telling = { ...context, signal: stop.signal };
    return await tellUntilKnown(path, telling, { ...first, stops: known.stops }, stop.wanted);
  } finally {
    await stop.end();
  }
}

/**
 * What waited since an earlier try ends as soon as it may no longer be made: it may wait on for what it takes to ask the
 * platform, and whoever lost the right to it may have that again by then. A stop waits for no approval.
 */
async function mustStillBeWanted({ stops }: Step, context: Telling): Promise<void> {
  await requesterStands(context, { ...context, stops });
  if (!stops && (await isHeldSince(context, context.approved ?? false))) throw new NotApproved();
}

async function tellUntilKnown(
  path: Path,
  context: Telling,
  first: { index: number; step: StoredStep; stops: boolean },
  stopWanted: AbortSignal,
): Promise<TakenStep | undefined> {
  const sending = sendingOf(path, context, first);
  let declined: AdPlatformError | undefined;
  for (let tries = 0; ; tries += 1) {
    try {
      return await tellOnce(path, context, { sending, declined });
    } catch (error) {
      const unknown = sending.mayHaveArrived;
      if (unknown && !declined && isDeclined(error)) {
        declined = error;
        continue;
      }
      const wait = (unknown ? UNKNOWN_PAUSES_MS : RETRY_PAUSES_MS)[tries];
      // What left a moment ago may still arrive: a stop before that would stop nothing.
      const isLookedFor = unknown && tries > 0 && wait !== undefined && !declined && error instanceof StoppedBefore;
      if (isSettled(error) && !isLookedFor) throw unknown ? unlessUnchecked(error, declined) : error;
      if (!unknown && isOutOfQuota(error)) throw error;
      if (wait === undefined && !stopWanted.aborted) {
        if (unknown) throw new OutcomeUnknown(error);
        throw first.stops && error instanceof AdPlatformError ? new StillToStop(error) : error;
      }
      await pause(wait, undefined, { signal: context.signal }).catch((aborted) => {
        if (!stopWanted.aborted) throw aborted;
      });
      if (stopWanted.aborted) throw unknown ? new OutcomeUnknown(new StoppedBefore()) : new StoppedBefore();
    }
  }
}

/**
 * An earlier try that left no word may have reached the platform. A worker that has lost the task notes nothing; one that is
 * to end begins nothing, but still notes that what it had sent did nothing: the next one could not tell.
 */
function sendingOf(path: Path, context: Telling, { index, step }: { index: number; step: StoredStep }): Sending {
  return new Sending(step.tried === true, async (tried) => {
    await (tried ? context.mustStillBeOurs?.() : context.mustHoldTask?.());
    await markTried(context, path, { index, tried });
  });
}

const LOOKED_FOR_A_STOP_MS = 1_000;
/** A change that gets through within this time is waited for. */
const GRACE_MS = 3_000;

/**
 * Tells by a signal that somebody wants the step's campaign to stop, and has waited long enough for the step: it is cut off
 * then. What makes a campaign run is not: it might arrive after the stop.
 */
function watchForStop(
  { stops, starts }: Step,
  context: Telling,
): { wanted: AbortSignal; signal: AbortSignal; end(): Promise<void> } {
  const wanted = new AbortController();
  if (stops || starts) return { wanted: wanted.signal, signal: context.signal, end: async () => {} };
  const began = performance.now();
  const look = async () => {
    if (performance.now() - began < GRACE_MS || !(await context.stopWanted?.())?.givesWay) return;
    wanted.abort();
  };
  const onError = (err: unknown) => context.log.warn({ err }, 'whether a stop waits for a change could not be told');
  const end = every(LOOKED_FOR_A_STOP_MS, look, onError);
  return { wanted: wanted.signal, signal: AbortSignal.any([context.signal, wanted.signal]), end };
}

/** What ends a change while an earlier try of it may still be on its way. */
const LOOKED_FOR_NO_MORE = [RequesterGone, StoppedBefore, NoLongerAllowed];

/**
 * Only the platform's own no settles a change of which an earlier try may have arrived. That nobody can look for it, or is
 * to, says nothing of that try, which is not taken back either; nor does a conflict: others may have changed part of what
 * it had made.
 */
function unlessUnchecked(error: unknown, declined: AdPlatformError | undefined): unknown {
  if (isDeclined(error)) return error;
  const isLookedFor = !LOOKED_FOR_NO_MORE.some((kind) => error instanceof kind);
  return declined === undefined || isLookedFor ? new OutcomeUnknown(error) : declined;
}

async function nextStep({ actionId, undo }: Path, context: Telling) {
  const action = await findAction(context, actionId);
  if (!action || !isUnderWay(action, undo)) return undefined;
  const index = stepsOf(action, undo).findIndex((step) => !step.done);
  const step = stepsOf(action, undo)[index];
  return step && { index, step };
}

/** The step is read anew each time: an earlier try may have noted something. */
async function tellOnce(
  path: Path,
  context: Telling,
  { sending, declined }: { sending: Sending; declined: AdPlatformError | undefined },
): Promise<TakenStep | undefined> {
  const next = await nextStep(path, context);
  if (!next) return undefined;
  const { index, step } = next;
  const known = context.steps.read(step);
  const { givesWay, of } = (await context.stopWanted?.()) ?? { givesWay: false, of: [] };
  try {
    const { details, wrote } = await known.tell({
      ...context,
      givesWay,
      // What got lost on its way keeps a stop waiting, whichever campaign it is of.
      forStop: of.includes(known.campaign.id) || (givesWay && sending.mayHaveArrived),
      sending,
      declined,
      mayHaveArrived: sending.mayHaveArrived,
      note: (noted) => keepDetails(path, context, index, noted),
    });
    return { index, step: { ...step, details: { ...objectOf(step.details), ...details } }, wrote };
  } catch (error) {
    if (error instanceof AdPlatformError && error.intended.length > 0) {
      await notePlatformWrites(context, known.campaign.id, error.intended, new Date(context.clock.now()));
    }
    throw error;
  }
}

function objectOf(details: unknown): object {
  return typeof details === 'object' && details !== null ? details : {};
}
