import { type Caller, sessionIdOf } from './caller.ts';
import type { Queryable } from './database.ts';

/** Who asked for the work, for attribution. */
export interface RequestedBy {
  personId: number;
  keyId?: string;
  /** The connected app that asked for it. */
  connectionId?: string;
  /** The session in which the app asked, or the person in the dashboard; not known of what was asked for before it was kept. */
  sessionId?: string;
}

/** Who asks, with the key, app or session that they ask through: work ends with whichever of them ends first. */
export function requestedBy({ personId, key, app, session }: Caller): RequestedBy {
  return { personId, ...(key && { keyId: key.id }), ...app, ...(session && { sessionId: sessionIdOf(session) }) };
}

/** What work is about, as a page names it that shows how far it has come. */
export type WorkedOn =
  | 'business_profile'
  | `campaign:${string}`
  | `ad:${number}`
  | `report:${string}`
  | `strategy:${string}`;

/** Work to be queued: the type names a task definition, the payload is its input. */
export interface NewTask {
  organizationId: number | null;
  /** Whose turn and places it takes where it has no organization; otherwise all such work takes turns as one. */
  holder?: string;
  type: string;
  payload: Record<string, unknown>;
  about?: WorkedOn;
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
  /** The same, and whether it was added: with `onlyOne` it may be one that others asked for. */
  addOrJoin(db: Queryable, task: NewTask): Promise<QueuedTask>;
}

/** A task that somebody asked for. */
export interface QueuedTask {
  task: number;
  added: boolean;
}
