import { LongWork } from '../../base/long-work.ts';
import type { PlanContext } from '../step.ts';
import type { ActionRow } from './action.store.ts';
import { decidedHere, type Made, noteKept, unkeptAfter } from './decided-here.store.ts';
import { decidedThere } from './decided-there.store.ts';
import { keepDecisions } from './decisions.ts';

/** One may have changed thousands of things. */
const READ_AT_ONCE = 5;

/**
 * Those of these things that were decided on after an action: by others that are not undone, and in the platform. It may
 * be what the action had decided itself: undoing it leaves that alone all the same.
 */
export async function decidedAfter(
  action: ActionRow,
  things: readonly string[],
  context: PlanContext,
): Promise<ReadonlySet<string>> {
  if (things.length === 0) return new Set();
  const there = await decidedThere(context, campaignsOf(action, context), things, action.at);
  return new Set([...there, ...(await decidedHere(context, things, action))]);
}

/** Undoing it may have changed others than it did itself. */
function campaignsOf({ steps, undo_steps }: ActionRow, { steps: kinds }: PlanContext): number[] {
  return [...new Set([...steps, ...(undo_steps ?? [])].map((step) => kinds.read(step).campaign.id))];
}

/**
 * Keeps what actions have decided on that ended before that was kept. Within a transaction that holds others up there is
 * none left, but of those that ended a moment ago in a process of before.
 */
export async function keepOlderDecisions(action: Made, context: PlanContext): Promise<void> {
  const work = new LongWork();
  let after = action;
  for (;;) {
    const some = await unkeptAfter(context, after, READ_AT_ONCE);
    for (const one of some) await keepDecisions(context, one);
    const last = some.at(-1);
    if (!last) return;
    // Whoever holds campaigns waits for no action.
    if (!context.locking)
      await noteKept(
        context,
        some.map(({ id }) => id),
      );
    after = last;
    if (work.hadItsTurn) await work.giveWay();
  }
}
