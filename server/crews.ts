import {
  allTasks,
  changeTasks,
  documentTasks,
  engineTasks,
  mailTasks,
  personalMailTasks,
  platformTasks,
  stopTasks,
  websiteTasks,
} from './catalogue.ts';
import type { Crew } from './src/tasks/runners.ts';

/** Changes mostly wait for the platform: many fit where few syncs do. */
const CHANGES_FOR_EACH_SYNC = 8;
/** Readings mostly wait for websites, but each keeps a thread, and with it some 40 MiB. */
const READINGS_FOR_EACH_SYNC = 3;
/** Of the places for readings: so many organizations with slow websites still leave places to another. */
const READERS_AT_LEAST = 6;

/**
 * The workers of a process, by what their work waits for: whatever a host of somebody else holds up, a website, the
 * platform or a language model, holds up nothing that does not need it, and least of all what is ours alone. In none
 * does one organization take every place; the engine has one for each, and so have documents, which read all of it.
 */
export function crewsOf(concurrency: number): Crew[] {
  const changes = concurrency * CHANGES_FOR_EACH_SYNC;
  const readings = concurrency * READINGS_FOR_EACH_SYNC;
  const half = share(concurrency, 2);
  return [
    { tasks: stopTasks, places: changes, placesOfOne: share(changes, 4), changes: true },
    { tasks: changeTasks, places: changes, placesOfOne: share(changes, 4), changes: true },
    { tasks: websiteTasks, places: readings, placesOfOne: share(readings, READERS_AT_LEAST) },
    { tasks: platformTasks, places: concurrency, placesOfOne: half },
    { tasks: documentTasks, places: concurrency, placesOfOne: 1 },
    { tasks: engineTasks, places: concurrency, placesOfOne: 1 },
    { tasks: mailTasks, places: concurrency, placesOfOne: share(concurrency, 4) },
    { tasks: personalMailTasks, places: concurrency, placesOfOne: half },
    { tasks: ownTasks(), places: concurrency, placesOfOne: half },
  ];
}

function share(places: number, among: number): number {
  return Math.max(1, Math.floor(places / among));
}

/** What asks nobody but the database. */
function ownTasks(): Crew['tasks'] {
  const elsewhere = new Set([
    ...stopTasks,
    ...changeTasks,
    ...websiteTasks,
    ...platformTasks,
    ...documentTasks,
    ...engineTasks,
    ...mailTasks,
    ...personalMailTasks,
  ]);
  return allTasks.filter((task) => !elsewhere.has(task));
}
