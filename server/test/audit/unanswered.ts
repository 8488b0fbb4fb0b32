import { keepUnanswered } from '../../src/audit/keep-unanswered.task.ts';
import type { Services } from '../../src/base/context.ts';
import { type Database, statement } from '../../src/base/database.ts';
import type { Work } from '../../src/tasks/task.ts';

const LATER_MS = 6 * 60 * 1000;

const notes = statement<[], { request_id: string }>(`
  with apart as materialized (select request_id from begun_request_apart)
  select request_id from begun_request union all select request_id from apart order by request_id`);

/** The requests of which a note still stands beside their change. */
export async function notedRequests(database: Database): Promise<string[]> {
  return (await database.rows(notes)).map(({ request_id }) => request_id);
}

/** Looks for requests without an event, as is done by the clock, after all of them should have ended; or right now. */
export async function lookForUnanswered(services: Services, { after = LATER_MS } = {}): Promise<void> {
  const { signal } = new AbortController();
  const clock = { ...services.clock, now: () => services.clock.now() + after };
  const work: Work = {
    ...services,
    clock,
    db: services.database,
    taskId: 1,
    requestedBy: null,
    signal,
    stage: async () => {},
  };
  await keepUnanswered.run({}, null, work);
}
