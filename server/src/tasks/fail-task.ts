import type { Services } from '../base/context.ts';
import type { Queryable } from '../base/database.ts';
import { storable } from '../base/visible-text.ts';
import type { Failure } from './failure-reasons.ts';
import { passes } from './persist.ts';
import { type ClaimedTask, failTask } from './running-task.store.ts';
import type { Task } from './task.ts';
import { instant } from './timing.ts';

const MESSAGE_LENGTH = 2_000;

/** Fails one attempt, and with it in one transaction whatever the domain wants done then; a finished task stays as it is. */
export async function failAttempt(
  services: Services,
  kind: Task,
  claimed: ClaimedTask,
  failure: Failure,
): Promise<void> {
  const { task_tracking_id: id, attempts } = claimed;
  const record = (db: Queryable) =>
    db.execute(failTask, id, attempts, failure.reason, messageOf(failure.message), instant(services.clock.now()));
  if (!kind.onFailure) {
    await record(services.database);
    return;
  }
  try {
    await services.database.transaction(async (transaction) => {
      if ((await record(transaction)) === 0) return;
      await kind.onFailure?.(claimed.payload, claimed.organization_id, failure, {
        ...services,
        db: transaction,
        taskId: id,
      });
    });
  } catch (error) {
    // Whoever fails the task comes back to it: what follows must not be left out for an outage.
    if (passes(error)) throw error;
    services.log.error({ err: error, task: id, type: kind.type }, 'what follows a failed task failed itself');
    await record(services.database);
  }
}

/** Tells whoever has the organization open that work on a task has ended, whatever came of it. */
export function noteEnd({ changes }: Services, kind: Task, { organization_id }: ClaimedTask): void {
  if (organization_id !== null) changes.note(organization_id, ['tasks', ...kind.changes]);
}

/** A text as long as a task keeps one. */
export function messageOf(text: string): string {
  return storable(text.slice(0, MESSAGE_LENGTH));
}
