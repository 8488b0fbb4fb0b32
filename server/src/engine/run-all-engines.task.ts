import { z } from 'zod';
import { linkedAccounts } from '../ad-accounts/ad-account.store.ts';
import { queueEngine } from '../campaigns/queue-engine.ts';
import { serviceTask } from '../tasks/task.ts';
import { LONGEST_WAIT_MS } from '../tasks/timing.ts';

const TIMEOUT_SECONDS = 600;
/** The runs of a day start one after the other, within an hour: the database is not asked by all of them at once. */
const APART_MS = 200;

/** Has the engine look at every organization with a linked account, once a day, whatever its syncs did. */
export const runAllEngines = serviceTask({
  type: 'run_all_engines',
  payload: z.strictObject({}),
  timeoutSeconds: TIMEOUT_SECONDS,
  resumable: true,

  async run(_, services) {
    const { database, clock, signal } = services;
    const begun = clock.now();
    const seen = new Set<number>();
    for await (const accounts of linkedAccounts(database)) {
      signal.throwIfAborted();
      for (const { organizationId } of accounts) {
        if (seen.has(organizationId)) continue;
        seen.add(organizationId);
        const notBefore = begun + ((seen.size * APART_MS) % LONGEST_WAIT_MS);
        await queueEngine(services, { organizationId, db: database }, { notBefore });
      }
    }
    return { organizations: seen.size };
  },
});
