import type { Queryable } from '../base/database.ts';
import type { NewTask, QueuedTask, TaskQueue } from '../base/task-queue.ts';
import type { Clock } from '../ports/clock.ts';
import { insertTask, type NewTaskRow, releaseTask, unfinishedTask } from './task.store.ts';
import type { Task } from './task.ts';

/** The queue over the kinds of work that exist; anything else is refused where it is queued, not when it would run. */
export function createTaskQueue({ tasks, clock }: { tasks: readonly Task[]; clock: Clock }): TaskQueue {
  const kinds = new Map(tasks.map((kind) => [kind.type, kind]));
  const addOrJoin: TaskQueue['addOrJoin'] = async (db, added) => {
    const kind = kinds.get(added.type);
    if (!kind) throw new TypeError(`there is no task of type ${added.type}`);
    if (kind.inOrganization !== (added.organizationId !== null)) {
      throw new TypeError(`${added.type} ${kind.inOrganization ? 'needs an' : 'takes no'} organization`);
    }
    kind.check(added.payload);
    return insertOrFind(db, added, clock.now());
  };
  return { addOrJoin, enqueue: async (db, added) => (await addOrJoin(db, added)).task };
}

async function insertOrFind(db: Queryable, added: NewTask, now: number): Promise<QueuedTask> {
  const { organizationId, onlyOne = null, notBefore = now, requestedBy, urgent = false } = added;
  const values: NewTaskRow = [
    added.type,
    organizationId,
    JSON.stringify(added.payload),
    onlyOne,
    notBefore > now ? new Date(notBefore).toISOString() : null,
    requestedBy?.personId ?? null,
    requestedBy?.keyId ?? null,
    new Date(now).toISOString(),
    requestedBy?.connectionId ?? null,
    added.about ?? null,
    added.holder ?? null,
    requestedBy?.sessionId ?? null,
  ];
  for (;;) {
    const inserted = await db.row(insertTask, ...values);
    if (inserted) return { task: inserted.task_tracking_id, added: true };
    const released = urgent ? await db.row(releaseTask, organizationId, onlyOne) : undefined;
    if (released) return { task: released.task_tracking_id, added: false };
    // The one in the way may finish between these two statements; then there is room again.
    const existing = await db.row(unfinishedTask, organizationId, onlyOne);
    if (existing) return { task: existing.task_tracking_id, added: false };
  }
}
