import { z } from 'zod';
import { read } from '../../base/operation.ts';
import { listQueuedWrites } from './queued-write.store.ts';
import { expireOverdue, queuedWriteView, viewOf } from './queued-write.ts';

const MOST_SHOWN = 200;

/** The approval queue as the dashboard shows it. */
export const listQueuedWritesOperation = read({
  name: 'list_queued_writes',
  summary: 'List changes that wait for approval',
  description: 'The newest changes that wait, or waited, for a person to approve them.',
  rest: 'GET /organizations/{org}/queued-writes',
  tool: null,
  scope: 'campaigns:read',
  audience: 'dashboard',
  input: z.strictObject({ status: z.enum(['pending', 'approved', 'rejected', 'failed']).optional() }),
  output: z.object({ queued_writes: z.array(queuedWriteView) }),

  async run({ status }, context) {
    await expireOverdue(context);
    const rows = await listQueuedWrites(context, status ?? null, MOST_SHOWN);
    return { queued_writes: rows.map(viewOf) };
  },
});
