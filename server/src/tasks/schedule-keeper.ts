import { Cron } from 'croner';
import type { Services } from '../base/context.ts';
import { forgetRuns, lastRun, noteRun, takeRun } from './schedule.store.ts';
import type { ScheduledWork } from './schedule.ts';
import { instant } from './timing.ts';

const RUNS_KEPT_MS = 7 * 24 * 3_600_000;

/** Makes the function that, called now and then, queues what has become due and was not queued by another process. */
export function scheduleKeeper(services: Services, schedule: readonly ScheduledWork[]): () => Promise<void> {
  const entries = schedule.map((work) => ({ work, cron: new Cron(work.cron, { timezone: 'UTC' }), settled: 0 }));
  return async () => {
    for (const entry of entries) {
      const due = latestDue(entry.cron, services.clock.now());
      if (due === undefined || due <= entry.settled) continue;
      try {
        await queueOnce(services, entry.work, due);
        entry.settled = due;
      } catch (err) {
        services.log.error({ err, schedule: entry.work.name }, 'scheduled work could not be queued');
      }
    }
  };
}

const SECOND_MS = 1_000;

/** The latest due time that is not in the future. */
function latestDue(cron: Cron, now: number): number | undefined {
  const nextSecond = new Date(Math.floor(now / SECOND_MS) * SECOND_MS + SECOND_MS);
  return cron.previousRuns(1, nextSecond)[0]?.getTime();
}

/**
 * Queues the work for one due time. Due times missed while nothing ran are made up for by one run, that of the latest;
 * a schedule seen for the first time counts from now on. While the run before is unfinished no other is added.
 */
async function queueOnce({ database, tasks }: Services, work: ScheduledWork, due: number): Promise<void> {
  const dueAt = instant(due);
  await database.transaction(async (transaction) => {
    const last = await lastRun(transaction, work.name);
    if (last && Date.parse(last) >= due) return;
    const taken = await takeRun(transaction, work.name, dueAt);
    if (!taken || !last) return;
    const task = await tasks.enqueue(transaction, {
      organizationId: null,
      type: work.type,
      payload: work.payload ?? {},
      onlyOne: `schedule:${work.name}`,
    });
    await noteRun(transaction, work.name, dueAt, task);
    await forgetRuns(transaction, work.name, instant(due - RUNS_KEPT_MS));
  });
}
