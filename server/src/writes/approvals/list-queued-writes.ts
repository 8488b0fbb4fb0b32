import { z } from 'zod';
import { read } from '../../base/operation.ts';
import { cursorAfter, positionOf } from '../../base/pages.ts';
import { pageInput, pageOutput } from '../../base/schemas.ts';
import { type QueuePosition, queuePage } from './queue.store.ts';
import { expireOverdue } from './queued-write.ts';
import { queuedWriteView, viewOf } from './queued-write.view.ts';

const position = z.tuple([z.string(), z.string()]);

/** The approval queue as the dashboard shows it. */
export const listQueuedWritesOperation = read({
  name: 'list_queued_writes',
  summary: 'List changes that wait for approval',
  description:
    'The changes that wait, or waited, for a person to approve them: pending ones oldest first, otherwise the newest first.',
  rest: 'GET /organizations/{org}/queued-writes',
  tool: null,
  scope: 'campaigns:read',
  audience: 'dashboard',
  input: z.strictObject({ status: z.enum(['pending', 'approved', 'rejected', 'failed']).optional(), ...pageInput }),
  output: z.object({ queued_writes: z.array(queuedWriteView), ...pageOutput }),

  async run({ status, limit, cursor }, context) {
    const query = { list: 'queued_writes', status };
    const after = positionAfter(positionOf(context, query, cursor));
    await expireOverdue(context);
    const page = await queuePage(context, status ?? null, after, limit + 1);
    const rows = page.rows.slice(0, limit);
    const last = page.rows.length > limit ? rows.at(-1) : undefined;
    return {
      queued_writes: rows.map(viewOf),
      total: page.total,
      next_cursor: last ? cursorAfter(context, query, [last.requested_at, last.id]) : null,
    };
  },
});

function positionAfter(values: unknown): QueuePosition | undefined {
  if (values === undefined) return undefined;
  const [requestedAt, id] = position.parse(values);
  return { requestedAt, id };
}
