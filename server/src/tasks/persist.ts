import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '../base/context.ts';
import { DatabaseBusy, isOutage, OutageLog } from '../base/outage.ts';
import type { ClaimedTask } from './running-task.store.ts';

const FIRST_PAUSE_MS = 250;
/** Once the database is back, what waits for the task goes on within this time. */
const LONGEST_PAUSE_MS = 2_000;
/** What no outage explains is not tried for ever; then the sweep finds the task. */
const MOST_FAILURES = 5;

/**
 * Records the outcome of a task, however long the database cannot be reached: the task stays with this worker meanwhile,
 * and nobody has to guess what came of it. Gives way where nobody waits for that any more.
 */
export async function persist(
  { log, clock }: Pick<Services, 'log' | 'clock'>,
  { task_tracking_id: task, type }: ClaimedTask,
  record: () => Promise<void>,
  givesWay: AbortSignal,
): Promise<void> {
  const outage = new OutageLog((err, untold) =>
    log.warn({ task, type, err, untold }, 'the outcome of a task could not be recorded, trying again'),
  );
  let failures = 0;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      await record();
      return;
    } catch (err) {
      if (!passes(err)) failures += 1;
      if (failures === MOST_FAILURES || givesWay.aborted) {
        log.error({ task, type, err }, 'the outcome of a task was not recorded');
        return;
      }
      outage.note(err, clock.now());
    }
    await sleep(pause, undefined, { signal: givesWay }).catch(() => {});
  }
}

/** Whether an error says only that the database could not be asked. */
export function passes(error: unknown): boolean {
  return isOutage(error) || error instanceof DatabaseBusy;
}
