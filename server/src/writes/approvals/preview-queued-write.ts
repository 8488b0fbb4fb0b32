import { z } from 'zod';
import { read } from '../../base/operation.ts';
import { timestamp } from '../../base/schemas.ts';
import { signOf } from './as-shown.ts';
import { asThingsStand } from './as-things-stand.ts';
import { changesIn } from './changes-in.ts';
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
    shows: z.string().describe('Stands for these changes; approving names by it what was seen.'),
    preview: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('As the operation previews it, of an undo what it would leave alone; null where it has no preview.'),
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
    if (!isOpen(queued)) return { open: false, ...(await shownBy(queued)), preview: null, refusal: null, others: [] };
    const [{ now, preview, refusal }, others] = await Promise.all([
      asThingsStand(queued, context),
      pendingOnCampaign(context, queued, MOST_OTHERS),
    ]);
    return { open: true, ...(await shownBy(now)), preview, refusal, others };
  },
});

async function shownBy(queued: QueuedWriteRow) {
  const { revision, changes } = await viewOf(queued);
  return { revision, changes, shows: signOf(changesIn(queued)) };
}
