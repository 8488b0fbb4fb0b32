import type { Services } from '../base/context.ts';
import type { groupCompletions } from './completions.ts';
import { failAttempt, messageOf, noteEnd } from './fail-task.ts';
import { type Diagnosis, diagnose, failure } from './failure-reasons.ts';
import { persist } from './persist.ts';
import {
  type ClaimedTask,
  handBackTask,
  hasTask,
  parkTask,
  retryTask,
  setStage,
  stopWanted,
} from './running-task.store.ts';
import type { Task, Work } from './task.ts';
import { instant, LONGEST_WAIT_MS, type Timing } from './timing.ts';

/** Why work is asked to end early: its time is up, the process ends, or the task is no longer this worker's. */
type Interruption = 'timeout' | 'shutdown' | 'lost';

/** One attempt at one task. */
export interface Attempt {
  readonly claimed: ClaimedTask;
  /** Settles when the outcome is recorded; never rejects. */
  readonly done: Promise<void>;
  /** Asks the work to end. */
  interrupt(why: Interruption): void;
  /** Waits no longer for the work to end, nor for a database that cannot be reached. */
  abandon(): void;
}

/** What attempts need of the worker that makes them. */
export interface AttemptTools {
  services: Services;
  timing: Timing;
  complete: ReturnType<typeof groupCompletions>;
}

type Ending = { completed: string | null } | { error: unknown } | 'abandoned';

/** Starts the work on a claimed task and sees it through to a recorded outcome. */
export function startAttempt(kind: Task, claimed: ClaimedTask, tools: AttemptTools): Attempt {
  const controller = new AbortController();
  const abandoned = Promise.withResolvers<Ending>();
  let interruption: Interruption | undefined;
  const givesWay = new AbortController();
  let uncut = 0;
  const cutOff = () => controller.abort(new Error(`the work was interrupted: ${interruption}`));
  const abandon = () => {
    abandoned.resolve('abandoned');
    givesWay.abort();
    cutOff();
  };
  const interrupt = (why: Interruption) => {
    interruption ??= why;
    if (why !== 'shutdown' || uncut === 0) cutOff();
    if (why === 'timeout') setTimeout(abandoned.resolve, tools.timing.settleMs, 'abandoned').unref();
    if (why === 'lost') {
      interruption = why;
      abandon();
    }
  };
  const alarm = setTimeout(() => interrupt('timeout'), kind.timeoutSeconds * 1000);
  const done = (async () => {
    const work: Work = {
      ...workOn(claimed, controller.signal, tools, () => interrupt('lost')),
      async uncut(part) {
        uncut += 1;
        try {
          return await part();
        } finally {
          uncut -= 1;
          if (interruption && uncut === 0) cutOff();
        }
      },
    };
    const ending = await Promise.race([runToEnd(kind, claimed, work), abandoned.promise]);
    clearTimeout(alarm);
    if (interruption === 'lost') return;
    if (ending !== 'abandoned' && 'error' in ending) report(tools.services, claimed, ending.error, interruption);
    const record = () => settle(kind, claimed, ending, interruption, tools);
    await persist(tools.services, claimed, record, givesWay.signal);
    noteEnd(tools.services, kind, claimed);
  })();
  return { claimed, done, interrupt, abandon };
}

async function runToEnd(kind: Task, claimed: ClaimedTask, work: Work): Promise<Ending> {
  try {
    const result = await kind.run(claimed.payload, claimed.organization_id, work);
    return { completed: result === undefined ? null : JSON.stringify(result) };
  } catch (error) {
    return { error };
  }
}

function workOn(claimed: ClaimedTask, signal: AbortSignal, { services }: AttemptTools, lost: () => void): Work {
  const { task_tracking_id: taskId, attempts } = claimed;
  const mustHoldTask = async () => {
    if (await services.database.row(hasTask, taskId, attempts)) return;
    lost();
    signal.throwIfAborted();
  };
  return {
    ...services,
    log: services.log.child({ task: taskId, type: claimed.type }),
    db: services.database,
    taskId,
    requestedBy: requesterOf(claimed),
    triedBefore: attempts > 1,
    async stopWanted() {
      const { for_stop = false, to_stop = [] } = (await services.database.row(stopWanted, taskId)) ?? {};
      return { givesWay: for_stop, of: to_stop };
    },
    signal,
    mustHoldTask,
    async mustStillBeOurs() {
      await mustHoldTask();
      signal.throwIfAborted();
    },
    async stage(words) {
      await services.database.execute(setStage, taskId, attempts, messageOf(words));
      if (claimed.organization_id !== null) services.changes.note(claimed.organization_id, ['tasks']);
    },
  };
}

function requesterOf({
  requested_by_person: personId,
  requested_by_key: keyId,
  requested_by_connection: connectionId,
  requested_by_session: sessionId,
}: ClaimedTask): Work['requestedBy'] {
  if (personId === null) return null;
  return {
    personId,
    ...(keyId !== null && { keyId }),
    ...(connectionId !== null && { connectionId }),
    ...(sessionId !== null && { sessionId }),
  };
}

async function settle(
  kind: Task,
  claimed: ClaimedTask,
  ending: Ending,
  interruption: Interruption | undefined,
  { services, complete }: AttemptTools,
): Promise<void> {
  const { task_tracking_id: id, attempts } = claimed;
  if (ending !== 'abandoned' && 'completed' in ending) {
    await complete({ id, attempt: attempts, result: ending.completed });
    return;
  }
  const seen = ending === 'abandoned' ? undefined : diagnose(ending.error);
  if (interruption && (seen === undefined || tellsNothing(seen))) {
    if (interruption === 'timeout') await failAttempt(services, kind, claimed, failure('stuck_timeout'));
    else if (kind.resumable) await services.database.execute(handBackTask, id, attempts);
    else await failAttempt(services, kind, claimed, failure('worker_shutdown'));
    return;
  }
  const diagnosis = seen ?? diagnose(undefined);
  if (diagnosis.waits) {
    const notBefore = services.clock.now() + Math.min(diagnosis.retryAfterSeconds * 1000, LONGEST_WAIT_MS);
    await services.database.execute(parkTask, id, attempts, instant(notBefore), messageOf(diagnosis.message));
    return;
  }
  if (diagnosis.retryable && claimed.retries < kind.retries.attempts) {
    const notBefore = services.clock.now() + pauseMs(kind, claimed.retries, diagnosis.retryAfterSeconds);
    await services.database.execute(retryTask, id, attempts, instant(notBefore));
    return;
  }
  await failAttempt(services, kind, claimed, diagnosis);
}

/** Work that ends because it was asked to tells nothing by its error, unless the error has a reason of its own. */
function tellsNothing({ reason }: Diagnosis): boolean {
  return reason === 'task_error';
}

/** Told once for an attempt, however often its outcome has to be recorded. */
function report(
  { log }: Services,
  { task_tracking_id: task, type }: ClaimedTask,
  err: unknown,
  interruption: Interruption | undefined,
): void {
  const seen = diagnose(err);
  if (seen.waits || (interruption && tellsNothing(seen))) return;
  const details = { err, task, type, reason: seen.reason };
  if (seen.unexpected) log.error(details, 'a task failed with an error that nobody declared');
  else log.info(details, 'a task failed');
}

function pauseMs(kind: Task, retries: number, retryAfterSeconds: number): number {
  const backoff = kind.retries.backoffSeconds * 2 ** retries;
  return Math.min(Math.max(backoff, retryAfterSeconds) * 1000, LONGEST_WAIT_MS);
}
