import { CLOCKS_APART_MS, sharedNow } from '../base/clocks.ts';
import type { Services } from '../base/context.ts';
import { failAttempt, noteEnd } from './fail-task.ts';
import { failure, type TaskFailureReason } from './failure-reasons.ts';
import { type ClaimedTask, lostOrphans, resumeOrphans, stuckTasks, voidAhead } from './running-task.store.ts';
import type { Task } from './task.ts';
import { instant, LONGEST_WAIT_MS, type Timing } from './timing.ts';
import { forgetWorkers, stopWorkers, workersOnHost } from './worker.store.ts';
import { isProcessGone, type WorkerIdentity } from './worker-process.ts';

/** Work that has outlived so many workers, or was lost track of so often, is taken to be what kills them. */
const MAX_DEATHS = 5;

const WORKERS_KEPT_MS = 24 * 3_600_000;

/** What a sweep needs to know of the worker that makes it. */
export interface Sweeper {
  services: Services;
  kinds: ReadonlyMap<string, Task>;
  timing: Timing;
  identity: WorkerIdentity;
  /** After an outage every heartbeat is old, and the others need time to be heard again and to record what they did. */
  mayJudgeSilence: boolean;
}

/**
 * Settles tasks whose worker is dead or has lost track of them, and tells whether any were queued again. Every worker
 * sweeps; each change is made only to the attempt that was found, so two sweeps at once do nothing twice. Whose clock is
 * ahead judges by the one that all share: to it everybody else would seem dead.
 */
export async function sweep(sweeper: Sweeper): Promise<boolean> {
  const { services, kinds, timing, mayJudgeSilence } = sweeper;
  const { database, clock } = services;
  const [ours, shared] = [clock.now(), await sharedNow(database, clock)];
  const now = Math.min(ours, shared);
  const silentSince = (ms: number) => (mayJudgeSilence ? instant(now - ms) : '-infinity');
  const aliveSince = silentSince(timing.deadAfterMs);
  const beatenSince = silentSince(timing.silentAfterMs);
  const overdueAt = silentSince(2 * timing.settleMs);
  const types = [...kinds.keys()];

  await voidNotesAhead(services, Math.max(ours, shared));
  await noticeDeadNeighbours(sweeper, now);
  const resumed = await database.execute(resumeOrphans, aliveSince, MAX_DEATHS, beatenSince, overdueAt);
  const lost = await database.rows(lostOrphans, aliveSince, MAX_DEATHS, types);
  await failAll(sweeper, lost, 'killed_by_restart');

  const stuck = await database.rows(stuckTasks, aliveSince, beatenSince, overdueAt, types);
  await failAll(sweeper, stuck, 'stuck_timeout');

  await forgetWorkers(database, instant(now - WORKERS_KEPT_MS));
  return resumed > 0;
}

/** What a clock that was wrong has noted: a dead worker would live until then, and what waits would wait as long. */
async function voidNotesAhead({ database, log }: Services, latest: number): Promise<void> {
  const ahead = latest + CLOCKS_APART_MS;
  const found = await database.row(voidAhead, instant(latest), instant(ahead), instant(ahead + LONGEST_WAIT_MS));
  if (found && found.beats + found.waits > 0) log.warn({ ...found }, 'notes ahead of now were void: a clock was wrong');
}

/** On the same host nobody has to wait for heartbeats to stop: the process can be looked for. */
async function noticeDeadNeighbours({ services, identity }: Sweeper, now: number): Promise<void> {
  const neighbours = await workersOnHost(services.database, identity.host);
  const gone = neighbours.filter(({ pid }) => isProcessGone(pid)).map(({ id }) => id);
  if (gone.length > 0) await stopWorkers(services.database, gone, instant(now));
}

async function failAll({ services, kinds }: Sweeper, found: readonly ClaimedTask[], reason: TaskFailureReason) {
  for (const claimed of found) {
    const kind = kinds.get(claimed.type);
    if (!kind) continue;
    const details = { task: claimed.task_tracking_id, type: claimed.type, reason };
    try {
      await failAttempt(services, kind, claimed, failure(reason));
    } catch (err) {
      services.log.warn({ ...details, err }, 'a task could not be given up yet');
      continue;
    }
    services.log.warn(details, 'a task was given up');
    noteEnd(services, kind, claimed);
  }
}
