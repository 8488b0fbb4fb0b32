import { z } from 'zod';
import { notFound } from '../base/errors.ts';
import { parseKept } from '../base/json.ts';
import { read } from '../base/operation.ts';
import { timestamp } from '../base/schemas.ts';
import { organizationOfTask, type TaskRow, taskOfOrganization } from './task.store.ts';

const input = z.strictObject({
  task_tracking_id: z.int().describe('The id that the call which started the work answered with.'),
});

const output = z.object({
  task_tracking_id: z.int(),
  type: z.string().describe('What kind of work it is.'),
  status: z.enum(['running', 'completed', 'failed']).describe('running until the end, then completed or failed.'),
  progress: z.int().describe('0 until the work is completed, then 100.'),
  stage: z.string().nullable().describe('What is being done, in words; null when there is nothing to say.'),
  created_at: timestamp,
  finished_at: timestamp.nullable(),
  result: z.record(z.string(), z.unknown()).optional().describe('What came of it; on completed tasks that have one.'),
  error: z
    .object({ reason: z.string(), message: z.string() })
    .optional()
    .describe('Why it failed and what to do next; on failed tasks.'),
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
  input,
  output,

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
    return wireTask(task);
  },
});

function wireTask(task: TaskRow): z.output<typeof output> {
  const { task_tracking_id, type, status, progress, stage, created_at, finished_at } = task;
  return {
    task_tracking_id,
    type,
    status: status === 'queued' ? 'running' : status,
    progress,
    stage: finished_at === null ? stage : null,
    created_at,
    finished_at,
    ...(task.result === null ? {} : { result: parseKept(task.result) }),
    ...(task.error_reason === null ? {} : { error: { reason: task.error_reason, message: task.error_message ?? '' } }),
  };
}
