import type { Queryable } from '../core/database.ts';

/** Work to be queued: the type names a task definition, the payload is its input. */
export interface NewTask {
  organizationId: number | null;
  type: string;
  payload: Record<string, unknown>;
  /** Who asked, for attribution; null for the schedule. */
  requestedBy?: { personId: number; keyId?: string } | null;
  /** Not before this instant (milliseconds since the epoch). */
  notBefore?: number;
  /** While a task with this key is unfinished, another is not added; the existing one's id is returned. */
  onlyOne?: string;
}

/** Where asynchronous work is put; enqueueing in a transaction makes task and cause one. */
export interface TaskQueue {
  /** Returns the task_tracking_id. */
  enqueue(db: Queryable, task: NewTask): Promise<number>;
}
