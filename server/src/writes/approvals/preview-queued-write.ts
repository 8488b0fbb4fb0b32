import { z } from 'zod';
import type { Context } from '../../base/context.ts';
import { Refusal } from '../../base/errors.ts';
import { parseKept } from '../../base/json.ts';
import { read } from '../../base/operation.ts';
import { timestamp } from '../../base/schemas.ts';
import { stepKindsOf } from '../guarded-write.ts';
import { operationAndRequester } from './as-requester.ts';
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
    changes: queuedWriteView.shape.changes,
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
    const asked = { revision, changes };
    if (!isOpen(queued)) return { open: false, ...asked, preview: null, refusal: null, others: [] };
    const [shown, others] = await Promise.all([
      previewAsRequester(queued, context),
      pendingOnCampaign(context, queued, MOST_OTHERS),
    ]);
    return { open: true, ...asked, ...shown, others };
  },
});

async function previewAsRequester(queued: QueuedWriteRow, context: Context) {
  try {
    const { operation, asRequester } = await operationAndRequester(queued, context);
    if (stepKindsOf(operation).length === 0) return { preview: null, refusal: null };
    const preview = await operation.run({ ...queued.input, dry_run: true }, asRequester);
    return { preview: parseKept(JSON.stringify(preview)), refusal: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { code, message, extra } = error;
    return { preview: null, refusal: { code, message, extra } };
  }
}
