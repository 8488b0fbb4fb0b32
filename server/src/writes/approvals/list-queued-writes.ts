import { z } from 'zod';
import { read } from '../../base/operation.ts';
import { cursorAfter, pageOf, positionOf } from '../../base/pages.ts';
import { pageInput, pageOutput } from '../../base/schemas.ts';
import { type QueuePosition, queuePage } from './queue.store.ts';
import { queueEntries, queueEntryView } from './queue-entry.view.ts';
import { expireOverdue } from './queued-write.ts';

const position: z.ZodType<QueuePosition> = z.object({ stops: z.boolean(), requestedAt: z.string(), id: z.string() });

/** The approval queue as the dashboard shows it. */
export const listQueuedWritesOperation = read({
  name: 'list_queued_writes',
  summary: 'List changes that wait for approval',
  description:
    'The changes that wait, or waited, for a person to approve them: of pending ones what stops spending, then the oldest first, otherwise the newest first.',
  rest: 'GET /organizations/{org}/queued-writes',
  tool: null,
  scope: 'campaigns:read',
  audience: 'dashboard',
  weight: 'long',
  input: z.strictObject({ status: z.enum(['pending', 'approved', 'rejected', 'failed']).optional(), ...pageInput }),
  output: z.object({
    queued_writes: z.array(queueEntryView),
    waiting: z.int().describe('How many in all nobody has decided on yet: without what is approved and on its way.'),
    ...pageOutput,
  }),

  async run({ status, limit, cursor }, context) {
    const query = { list: 'queued_writes', status };
    const after = positionOf(context, query, cursor, position);
    await expireOverdue(context);
    const page = await queuePage(context, status ?? null, after, limit + 1);
    const { rows, next } = pageOf(page.rows, limit, ({ stops, requested_at, id }) => ({
      stops,
      requestedAt: requested_at,
      id,
    }));
    const queued_writes = await queueEntries(context, rows);
    const { total, waiting } = page;
    return { queued_writes, waiting, total, next_cursor: cursorAfter(context, query, next) };
  },
});
