import type { z } from 'zod';
import { agreedNow } from '../base/clocks.ts';
import type { Services, Tenancy } from '../base/context.ts';
import type { Queryable } from '../base/database.ts';
import type { RequestedBy } from '../base/task-queue.ts';
import type { Topic } from '../base/topics.ts';
import type { Failure } from './failure-reasons.ts';

/** What a finished task may answer with. */
type TaskResult = Record<string, unknown>;

/** What running work sees beside the services. */
export interface Work extends Services {
  readonly db: Queryable;
  readonly taskId: number;
  readonly requestedBy: RequestedBy | null;
  /** An earlier try of it ended, or was cut off, before this one. */
  readonly triedBefore?: boolean;
  /**
   * Whether somebody wants to stop campaigns that this work keeps busy, as of now, and which: it must come to an end at
   * once, whatever else has to wait. It may come to be while the work is under way.
   */
  stopWanted?(): Promise<{ givesWay: boolean; of: readonly number[] }>;
  /** Aborted when the process shuts down, unless it is `uncut`, the time is up or the task was taken away. */
  readonly signal: AbortSignal;
  /** Ends the work where another worker has the task by now, or it is to end: asked right before what cannot be taken back. */
  mustStillBeOurs?(): Promise<void>;
  /** The same only where another worker has the task: work that is to end still notes what it has learned. */
  mustHoldTask?(): Promise<void>;
  /**
   * Runs what is not to be cut off just because the process is asked to end, such as waiting for an answer without which
   * nobody knows what was done: it has as long as the process may take to end.
   */
  uncut?<T>(work: () => Promise<T>): Promise<T>;
  /** Says in words what is being done, for people who wait. */
  stage(words: string): Promise<void>;
}

/** What work inside an organization sees. */
export interface TaskContext extends Work, Tenancy {}

/** What is left to do when work failed, in the transaction that records the failure. */
interface Aftermath extends Services {
  readonly db: Queryable;
  readonly taskId: number;
}

interface TaskSettings<Payload> {
  /** snake_case; callers see it as the task's type. */
  type: string;
  payload: z.ZodType<Payload>;
  /** Beyond this the task is stuck. */
  timeoutSeconds: number;
  /** Errors that may pass by themselves are tried again this often, with a pause that doubles each time. */
  retries?: { attempts: number; backoffSeconds: number };
  /** It can be started from the beginning again at any point, so an interruption is no failure. */
  resumable?: boolean;
  /** What of its organization it changes: open dashboards look at that again when it ends. */
  changes?: readonly Topic[];
}

/** The definition of a kind of work inside an organization. */
export interface TaskDefinition<Payload> extends TaskSettings<Payload> {
  run(payload: Payload, context: TaskContext): Promise<TaskResult | undefined>;
  /** Leaves the domain as a failure should, however the task failed, a crash included. */
  onFailure?(payload: Payload, failure: Failure, context: Aftermath & Tenancy): Promise<void>;
}

/** The definition of a kind of work that belongs to no organization. */
export interface ServiceTaskDefinition<Payload> extends TaskSettings<Payload> {
  run?(payload: Payload, context: Work): Promise<TaskResult | undefined>;
  /** Removes for good what is old, after the rest: only where our clock agrees with the database's, and as of that instant. */
  removeByAge?(context: Work): Promise<void>;
}

/** A kind of work as the queue and the runner see it: one entry of the list. */
export interface Task {
  readonly type: string;
  readonly inOrganization: boolean;
  readonly timeoutSeconds: number;
  readonly retries: { attempts: number; backoffSeconds: number };
  readonly resumable: boolean;
  readonly changes: readonly Topic[];
  /** Throws when the payload is not one this work takes. */
  check(payload: unknown): void;
  run(payload: unknown, organizationId: number | null, work: Work): Promise<TaskResult | undefined>;
  onFailure?(payload: unknown, organizationId: number | null, failure: Failure, aftermath: Aftermath): Promise<void>;
}

/** Defines a kind of work inside an organization. */
export function task<Payload>(definition: TaskDefinition<Payload>): Task {
  const { payload: schema, onFailure } = definition;
  const entry: Task = {
    ...settled(definition),
    inOrganization: true,
    run: async (payload, organizationId, work) =>
      definition.run(schema.parse(payload), { ...work, organizationId: present(organizationId) }),
  };
  if (!onFailure) return entry;
  return {
    ...entry,
    onFailure: async (payload, organizationId, failure, aftermath) =>
      onFailure(schema.parse(payload), failure, { ...aftermath, organizationId: present(organizationId) }),
  };
}

/** Defines a kind of work of the service itself, such as what the schedule starts for all organizations. */
export function serviceTask<Payload>(definition: ServiceTaskDefinition<Payload>): Task {
  return {
    ...settled(definition),
    inOrganization: false,
    run: async (payload, _organizationId, work) => {
      const result = await definition.run?.(definition.payload.parse(payload), work);
      if (definition.removeByAge) await removeAsAgreed(definition.type, definition.removeByAge, work);
      return result;
    },
  };
}

/** What a clock that is wrong would remove can never be brought back: it is left for the next time. */
async function removeAsAgreed(type: string, remove: (context: Work) => Promise<void>, work: Work): Promise<void> {
  const now = await agreedNow(work);
  if (now !== undefined) return remove({ ...work, clock: { now: () => now } });
  work.log.warn({ type }, 'nothing was removed: the clock of this process differs from the database’s');
}

function settled<Payload>(definition: TaskSettings<Payload>) {
  return {
    type: definition.type,
    timeoutSeconds: definition.timeoutSeconds,
    retries: definition.retries ?? { attempts: 0, backoffSeconds: 0 },
    resumable: definition.resumable ?? false,
    changes: definition.changes ?? [],
    check: (payload: unknown) => {
      definition.payload.parse(payload);
    },
  };
}

function present(organizationId: number | null): number {
  if (organizationId === null) throw new Error('work inside an organization was queued without one');
  return organizationId;
}
