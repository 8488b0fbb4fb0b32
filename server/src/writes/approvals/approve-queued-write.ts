import { z } from 'zod';
import type { Context } from '../../base/context.ts';
import { Refusal } from '../../base/errors.ts';
import { directWrite } from '../../base/operation.ts';
import { isDecided } from '../../base/outage.ts';
import { writesInLine } from '../../base/writes-in-line.ts';
import { operationAndRequester } from './as-requester.ts';
import { NotAsShown, signOf } from './as-shown.ts';
import { asThingsStand } from './as-things-stand.ts';
import { changesIn } from './changes-in.ts';
import { confirmDecider, decideAsCaller, MayNotDecide, NoLongerPending, SessionEnded } from './decider.ts';
import { NothingLeft } from './nothing-left.ts';
import { isPassing } from './passing.ts';
import { keepChanges, type QueuedWriteRow } from './queued-write.store.ts';
import { currentQueuedWrite, isOpen } from './queued-write.ts';
import { queuedWriteView, viewOf } from './queued-write.view.ts';

/** Runs a change that waited, as its requester, with access and guardrails checked again. */
export const approveQueuedWrite = directWrite({
  name: 'approve_queued_write',
  summary: 'Approve a change that waits',
  description: 'Runs the change as its requester; where a limit or the access no longer allows it, it fails.',
  rest: 'POST /organizations/{org}/queued-writes/{queued_write_id}/approve',
  tool: null,
  scope: null,
  audience: 'dashboard',
  changes: ['approvals', 'campaigns', 'actions', 'recommendations'],
  hints: { destructive: true, idempotent: true, openWorld: true },
  heldByApprovals: false,
  spendsQuota: true,
  runsGuardedWrites: true,
  input: z.strictObject({
    queued_write_id: z.string().max(64),
    revision: z.int().min(0).default(0).describe('The revision that was seen; 0 unless it was shown anew.'),
    shows: z
      .string()
      .max(64)
      .optional()
      .describe('What the preview that was seen stands for; left out, the changes of that revision were seen.'),
  }),
  output: queuedWriteView,

  async run({ queued_write_id, revision, shows }, asked) {
    const context = { ...asked, ...writesInLine(asked) };
    await confirmDecider(context, context.database);
    const kept = await currentQueuedWrite(context, queued_write_id);
    if (!isOpen(kept)) throw new NoLongerPending();
    if (kept.revision !== revision) throw notAsSeen(kept);
    const queued = shows === undefined ? kept : await asItWasSeen(kept, shows, asked, context);
    try {
      await runAsRequester(queued, asked);
    } catch (error) {
      await keepFailure(queued, error, context);
    }
    return viewOf(await currentQueuedWrite(context, queued_write_id));
  },
});

/** What was seen is what is approved: where things had moved by then it is kept anew, where they moved since it is refused. */
async function asItWasSeen(
  kept: QueuedWriteRow,
  shows: string,
  asked: Context,
  context: Context,
): Promise<QueuedWriteRow> {
  if (signOf(changesIn(kept)) === shows) return kept;
  const { moved } = await asThingsStand(kept, asked);
  if (moved) await context.database.transaction((db) => keepChanges({ ...context, db }, kept.id, moved));
  const anew = await currentQueuedWrite(context, kept.id);
  if (!isOpen(anew)) throw new NoLongerPending();
  if (signOf(changesIn(anew)) !== shows) throw notAsSeen(anew);
  return anew;
}

async function runAsRequester(queued: QueuedWriteRow, context: Context): Promise<void> {
  const { operation, asRequester } = await operationAndRequester(queued, context);
  await operation.run({ ...queued.input, dry_run: false }, asRequester);
}

/** Whoever approves must have seen what it would do now. */
function notAsSeen({ revision, summary }: QueuedWriteRow): Refusal {
  return new Refusal('sync_conflict', `This would no longer do what it said. Look at it again: ${summary}`, {
    extra: { revision },
  });
}

/** Things have moved since it was asked for: it goes on waiting, with what it would do now. */
async function showAnew(queued: QueuedWriteRow, error: NotAsShown, context: Context): Promise<never> {
  await context.database.transaction((db) => keepChanges({ ...context, db }, queued.id, error.now));
  throw error;
}

/**
 * A refusal makes a pending change fail; one that is on its way, or was decided otherwise, stays as it is, and so does
 * one whose approver may no longer decide.
 */
async function keepFailure(queued: QueuedWriteRow, error: unknown, context: Context): Promise<void> {
  if (!isDecided(error) || error instanceof NoLongerPending) throw error;
  if (error instanceof MayNotDecide || error instanceof SessionEnded) throw error;
  if (error instanceof NotAsShown) return showAnew(queued, error, context);
  if (isPassing(error) && isOpen(await currentQueuedWrite(context, queued.id))) throw error;
  const { code, message, extra } = error;
  const result = { error: { code, message, ...extra } };
  const { requester: of } = queued;
  if (await decideAsCaller(context, queued.id, { status: 'failed', reason: message, result, of })) return;
  if (isOpen(await currentQueuedWrite(context, queued.id))) throw askedAgain();
  // What was faster was an approval of the same change.
  if (error instanceof NothingLeft) throw new NoLongerPending();
}

/** It was run as somebody who asked for it no longer: how it ended for them says nothing of who asked since. */
function askedAgain(): Refusal {
  return new Refusal('sync_conflict', 'This was asked for again meanwhile. Look at it again.');
}
