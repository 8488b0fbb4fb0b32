import { z } from 'zod';
import { read } from '../../base/operation.ts';
import { organizationOfQueuedWrite } from './queued-write.store.ts';
import { currentQueuedWrite } from './queued-write.ts';
import { queuedWriteView, viewOf } from './queued-write.view.ts';

/** One change that waits for approval, or what became of it. */
export const getQueuedWrite = read({
  name: 'get_queued_write',
  summary: 'Follow a change that waits for approval',
  description:
    'Shows a change that was answered with approval_required: pending, approved with its result, rejected or failed. Poll slowly, since a person has to act; do not send the change again.',
  rest: 'GET /queued-writes/{queued_write_id}',
  tool: 'svc_get_queued_write',
  scope: null,
  organization: 'object',
  locate: ({ queued_write_id }, { caller, database }) => {
    const organizationIds = [...caller.organizations.values()].map(({ organizationId }) => organizationId);
    return organizationOfQueuedWrite(database.hot, organizationIds, queued_write_id);
  },
  input: z.strictObject({ queued_write_id: z.string().max(64).describe('The queued_recommendation_id answered.') }),
  output: queuedWriteView,

  run: async ({ queued_write_id }, context) => viewOf(await currentQueuedWrite(context, queued_write_id)),
});
