import type { Queryable } from '../core/database.ts';
import type { Clock } from '../ports/clock.ts';
import { insertTask, type NewTaskRow, releaseTask, unfinishedTask } from './task.store.ts';
import type { Task } from './task.ts';

/** Who asked for the work, for attribution. */
export interface RequestedBy {
  personId: number;
  keyId?: string;
}

/** Work to be queued: the type names a task definition, the payload is its input. */
interface NewTask {
  organizationId: number | null;
  type: string;
  payload: Record<string, unknown>;
  /** Null for the schedule. */
  requestedBy?: RequestedBy | null;
  /** Not before this instant (milliseconds since the epoch). */
  notBefore?: number;
  /**
   * While a task of the organization with this key is unfinished, another is not added; the existing one's id is
   * returned. It may have started already, and then does not see what the caller's transaction changes.
   */
  onlyOne?: string;
  /** Somebody waits for it: where the existing one waits for a time, it begins at once. */
  urgent?: boolean;
}

/** Where asynchronous work is put; enqueueing in a transaction makes task and cause one. */
export interface TaskQueue {
  /** Returns the task_tracking_id. */
  enqueue(db: Queryable, task: NewTask): Promise<number>;
}

/** The queue over the kinds of work that exist; anything else is refused where it is queued, not when it would run. */
export function createTaskQueue({ tasks, clock }: { tasks: readonly Task[]; clock: Clock }): TaskQueue {
  const kinds = new Map(tasks.map((kind) => [kind.type, kind]));
  return {
    async enqueue(db, added) {
      const kind = kinds.get(added.type);
      if (!kind) throw new TypeError(`there is no task of type ${added.type}`);
      if (kind.inOrganization !== (added.organizationId !== null)) {
        throw new TypeError(`${added.type} ${kind.inOrganization ? 'needs an' : 'takes no'} organization`);
      }
      kind.check(added.payload);
      return insertOrFind(db, added, clock.now());
    },
  };
}

async function insertOrFind(db: Queryable, added: NewTask, now: number): Promise<number> {
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
  ];
  for (;;) {
    const inserted = await db.row(insertTask, ...values);
    if (inserted) return inserted.task_tracking_id;
    const released = urgent ? await db.row(releaseTask, organizationId, onlyOne) : undefined;
    if (released) return released.task_tracking_id;
    // The one in the way may finish between these two statements; then there is room again.
    const existing = await db.row(unfinishedTask, organizationId, onlyOne);
    if (existing) return existing.task_tracking_id;
  }
}
