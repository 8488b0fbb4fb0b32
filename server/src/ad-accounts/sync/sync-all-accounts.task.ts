import { z } from 'zod';
import type { Queryable } from '../../base/database.ts';
import { serviceTask } from '../../tasks/task.ts';
import { type AnyAccount, linkedAccounts, lostAccounts } from '../ad-account.store.ts';
import { queueSync } from '../queue-sync.ts';

const TIMEOUT_SECONDS = 600;
/** One sync starts after the other, a moment apart; however many there are, the last starts before the next round. */
const APART_MS = 500;
const ROUND_MS = 12 * 60_000;
/** Whether a lost account can be reached again is tried in the first round of an hour. */
const ROUND_MINUTES = 15;

/**
 * Queues a sync of every linked account, and by the hour of those that a working login has lost. Accounts whose login is
 * broken wait until it is connected again.
 */
export const syncAllAccounts = serviceTask({
  type: 'sync_all_accounts',
  payload: z.strictObject({}),
  timeoutSeconds: TIMEOUT_SECONDS,
  resumable: true,

  async run(_, services) {
    const { database, clock, signal } = services;
    const begun = clock.now();
    let count = 0;
    for await (const accounts of accountsToSync(database, begun)) {
      signal.throwIfAborted();
      for (const { organizationId, accountId } of accounts) {
        const notBefore = begun + ((count * APART_MS) % ROUND_MS);
        await queueSync(services, { organizationId, db: database }, accountId, null, { notBefore });
        count += 1;
      }
    }
    return { accounts: count };
  },
});

async function* accountsToSync(db: Queryable, now: number): AsyncGenerator<AnyAccount[]> {
  yield* linkedAccounts(db);
  if (new Date(now).getUTCMinutes() < ROUND_MINUTES) yield* lostAccounts(db);
}
