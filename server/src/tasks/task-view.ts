import { z } from 'zod';
import { parseKept } from '../base/json.ts';
import { timestamp } from '../base/schemas.ts';
import type { TaskRow } from './task.store.ts';

/** What is told of work in the background. */
export const taskFields = z.object({
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

/** A task as it is told: what is queued counts as running. */
export function viewOfTask(task: TaskRow): z.output<typeof taskFields> {
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
