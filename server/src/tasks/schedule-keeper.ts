import { Cron } from 'croner';
import { CLOCKS_APART_MS, isAhead, sharedNow } from '../base/clocks.ts';
import type { Services } from '../base/context.ts';
import { forgetRuns, lastRun, noteRun, takeRun, voidRuns } from './schedule.store.ts';
import type { ScheduledWork } from './schedule.ts';
import { instant } from './timing.ts';

const RUNS_KEPT_MS = 7 * 24 * 3_600_000;

/**
 * Makes the function that, called now and then, queues what has become due and was not queued by another process. Our
 * clock says when to look, the one that all processes share what is due: none of them takes what is due to nobody else.
 */
export function scheduleKeeper(services: Services, schedule: readonly ScheduledWork[]): () => Promise<void> {
  const entries = schedule.map((work) => ({ work, cron: new Cron(work.cron, { timezone: 'UTC' }), settled: 0 }));
  const dueBy = (now: number) =>
    entries.flatMap((entry) => {
      const due = latestDue(entry.cron, now);
      return due === undefined || due === entry.settled ? [] : [{ entry, due }];
    });
  return async () => {
    if (dueBy(services.clock.now()).length === 0) return;
    const now = await sharedNow(services.database, services.clock);
    for (const { entry, due } of dueBy(now)) {
      try {
        await queueOnce(services, entry.work, { due, now });
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
 * a schedule seen for the first time counts from now on. While the run before is unfinished no other is added. Due times
 * that a clock which was wrong has taken ahead are void: otherwise nothing would run until then.
 */
async function queueOnce(
  { database, tasks, log }: Services,
  work: ScheduledWork,
  { due, now }: { due: number; now: number },
): Promise<void> {
  const dueAt = instant(due);
  await database.transaction(async (transaction) => {
    const noted = await lastRun(transaction, work.name);
    const wasAhead = isAhead(noted ?? null, now);
    if (wasAhead && (await voidRuns(transaction, work.name, instant(now + CLOCKS_APART_MS))) > 0)
      log.warn({ schedule: work.name, due_at: noted }, 'a due time ahead of now was void: a clock was wrong');
    const last = wasAhead ? await lastRun(transaction, work.name) : noted;
    if (last && Date.parse(last) >= due) return;
    const taken = await takeRun(transaction, work.name, dueAt);
    if (!taken || !noted) return;
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
