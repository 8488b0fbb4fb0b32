import { z } from 'zod';
import { notFound } from '../base/errors.ts';
import { read } from '../base/operation.ts';
import { organizationOfTask, taskOfOrganization } from './task.store.ts';
import { taskFields, viewOfTask } from './task-view.ts';

const input = z.strictObject({
  task_tracking_id: z.int().describe('The id that the call which started the work answered with.'),
});

/** Tells how far asynchronous work has come. Any credential that can act in the task's organization may ask. */
export const getTaskStatus = read({
  name: 'get_task_status',
  summary: 'Follow asynchronous work',
  description:
    'Tells whether work that another call started is running, completed or failed. Call it with the task_tracking_id from that call every 2 to 5 seconds until the status is completed or failed. A failed task says in error.reason why and in error.message what to do next: setup_required, google_ads_refused and google_ads_connection_broken fail again until a person has acted, so do not simply start the work again. It starts and changes nothing itself.',
  rest: 'GET /task-tracking/{task_tracking_id}',
  tool: 'svc_get_task_status',
  scope: null,
  organization: 'object',
  weight: 'light',
  input,
  output: taskFields,

  async locate({ task_tracking_id }, { caller, database }) {
    const found = await database.hot.row(organizationOfTask, task_tracking_id);
    const reachable = [...caller.organizations.values()].some(
      ({ organizationId }) => organizationId === found?.organization_id,
    );
    return reachable ? (found?.organization_id ?? undefined) : undefined;
  },

  async run({ task_tracking_id }, { organizationId, database }) {
    const task = await database.hot.row(taskOfOrganization, organizationId, task_tracking_id);
    if (!task) throw notFound('The task');
    return viewOfTask(task);
  },
});
