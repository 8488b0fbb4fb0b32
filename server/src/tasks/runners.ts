import type { Services } from '../base/context.ts';
import { type Hear, type Runner, startRunner } from './runner.ts';
import type { ScheduledWork } from './schedule.ts';
import { TASK_CHANNEL } from './task.store.ts';
import type { Task } from './task.ts';

/** Kinds of work that share places, which no other work takes. */
export interface Crew {
  tasks: readonly Task[];
  places: number;
  /** Of these places, those that the tasks of one organization may hold. */
  placesOfOne: number;
  /** It carries changes out, by connections that no other work takes. */
  changes?: boolean;
}

/** Starts a worker for each crew; one connection hears of new tasks for all of them. */
export async function startRunners({
  services,
  crews,
  schedule,
}: {
  services: Services;
  crews: readonly Crew[];
  schedule: readonly ScheduledWork[];
}): Promise<Pick<Runner, 'stop'>> {
  const all = new Set(crews.flatMap(({ tasks }) => tasks.map(({ type }) => type)));
  const unknown = schedule.find(({ type }) => !all.has(type));
  if (unknown) throw new TypeError(`${unknown.name} starts what no worker does`);
  const hearers = new Set<(type: string) => void>();
  const hear: Hear = async (hearer) => {
    hearers.add(hearer);
    return async () => void hearers.delete(hearer);
  };
  const stopListening = await services.database.listen(TASK_CHANNEL, (type) => {
    for (const hearer of hearers) hearer(type);
  });
  const runners = await Promise.all(
    crews.map(({ changes = false, ...crew }) => {
      const types = new Set(crew.tasks.map(({ type }) => type));
      const { database } = services;
      return startRunner({
        services: { ...services, database: changes ? database.forChanges() : database.forWork() },
        ...crew,
        hear,
        schedule: schedule.filter(({ type }) => types.has(type)),
      });
    }),
  );
  return {
    async stop(options) {
      await Promise.all(runners.map((runner) => runner.stop(options)));
      await stopListening();
    },
  };
}
