import { z } from 'zod';
import type { Context } from '../../base/context.ts';
import { parseKept } from '../../base/json.ts';
import { read } from '../../base/operation.ts';
import { isDecided } from '../../base/outage.ts';
import { timestamp } from '../../base/schemas.ts';
import { StillBusy } from '../actions/await-action.ts';
import { undo, input as undoInput } from '../actions/undo.ts';
import { stepKindsOf } from '../guarded-write.ts';
import { preview } from '../perform.ts';
import { operationAndRequester } from './as-requester.ts';
import { NotAsShown } from './as-shown.ts';
import { pendingOnCampaign } from './pending.store.ts';
import type { QueuedWriteRow } from './queued-write.store.ts';
import { currentQueuedWrite, isOpen } from './queued-write.ts';
import { queuedWriteView, viewOf } from './queued-write.view.ts';

const MOST_OTHERS = 10;

/** What a change that waits would do as things stand now, and what would refuse it. */
export const previewQueuedWrite = read({
  name: 'preview_queued_write',
  summary: 'Preview a change that waits',
  description: 'Runs the preview of a pending change as its requester, and names what else waits on the same campaign.',
  rest: 'GET /organizations/{org}/queued-writes/{queued_write_id}/preview',
  tool: null,
  scope: 'campaigns:read',
  audience: 'dashboard',
  input: z.strictObject({ queued_write_id: z.string().max(64) }),
  output: z.object({
    open: z.boolean().describe('Whether it still waits for a decision.'),
    revision: queuedWriteView.shape.revision,
    changes: queuedWriteView.shape.changes.describe('What would become of what as things stand now.'),
    preview: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('As the operation previews it; null where it has no preview.'),
    refusal: z
      .object({ code: z.string(), message: z.string(), extra: z.record(z.string(), z.unknown()) })
      .nullable()
      .describe('Why approving it would fail now.'),
    others: z
      .array(z.object({ id: z.string(), summary: z.string(), requested_at: timestamp }))
      .describe('What else waits on the same campaign.'),
  }),

  async run({ queued_write_id }, context) {
    const queued = await currentQueuedWrite(context, queued_write_id);
    const { revision, changes } = viewOf(queued);
    if (!isOpen(queued)) return { open: false, revision, changes, preview: null, refusal: null, others: [] };
    const [shown, others] = await Promise.all([
      asThingsStand(queued, context),
      pendingOnCampaign(context, queued, MOST_OTHERS),
    ]);
    return { open: true, revision, ...shown, others };
  },
});

/** Where things have moved since it was shown, it is previewed for what it would do now. */
async function asThingsStand(queued: QueuedWriteRow, context: Context) {
  try {
    return { changes: viewOf(queued).changes, ...(await previewAsRequester(queued, context)) };
  } catch (error) {
    if (!(error instanceof NotAsShown)) throw error;
    const moved = { ...queued, changes: JSON.stringify(error.now.changes), changes_count: error.now.changes.length };
    return { changes: viewOf(moved).changes, ...(await previewAsRequester(moved, context)) };
  }
}

async function previewAsRequester(queued: QueuedWriteRow, context: Context) {
  try {
    const { operation, asRequester } = await operationAndRequester(queued, context);
    if (operation.name === undo.name) await mustBeUndoable(queued, asRequester);
    if (stepKindsOf(operation).length === 0) return { preview: null, refusal: null };
    const shown = await operation.run({ ...queued.input, dry_run: true }, asRequester);
    return { preview: parseKept(JSON.stringify(shown)), refusal: null };
  } catch (error) {
    if (!isDecided(error) || error instanceof NotAsShown) throw error;
    const { code, message, extra } = error;
    return { preview: null, refusal: { code, message, extra } };
  }
}

/** Undoing has no preview of its own. What is under way is waited for by whoever approves: it refuses nothing. */
async function mustBeUndoable({ input }: QueuedWriteRow, asRequester: Context): Promise<void> {
  try {
    const refusal = await preview(undo, undoInput.parse(input), asRequester, (_steps, found) => found);
    if (refusal) throw refusal;
  } catch (error) {
    if (!(error instanceof StillBusy)) throw error;
  }
}
