import type { Service } from '../../assemble.ts';
import { allTasks, changeTasks, stopTasks } from '../../catalogue.ts';
import { startRunner } from '../../src/tasks/runner.ts';
import { QUICK } from '../tasks/world.ts';

/** Nobody is slowed down who is not meant to be. */
export const UNLIMITED = { rateLimitPerMinute: 1_000_000, anonymousRateLimitPerMinute: 1_000_000 };

/** The workers of a process, looking around often, without what starts by the clock. */
export async function work({ services }: Service): Promise<{ stop(): Promise<void> }> {
  const patient = allTasks.filter((task) => ![...changeTasks, ...stopTasks].includes(task));
  const runners = await Promise.all(
    [stopTasks, changeTasks, patient].map((tasks) => startRunner({ services, tasks, schedule: [], timing: QUICK })),
  );
  return { stop: async () => void (await Promise.all(runners.map((runner) => runner.stop({ graceMs: 1_000 })))) };
}
