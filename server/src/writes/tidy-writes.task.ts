import { z } from 'zod';
import { serviceTask } from '../tasks/task.ts';
import { forgetOldKeys } from './idempotency.store.ts';
import { KEY_KEPT_MS } from './idempotency.ts';
import { forgetOldPlatformWrites } from './platform-write.store.ts';
import { expireQueuedWrites, organizationsWithOverdue } from './queued-write.store.ts';
import { APPROVAL_EXPIRES_MS } from './queued-write.ts';

const TIDY_WRITES = 'tidy_writes';
const TIMEOUT_SECONDS = 300;
const PLATFORM_WRITES_KEPT_MS = 60 * 24 * 60 * 60 * 1000;

/** Rejects changes that nobody approved in time and forgets what is no longer needed. */
export const tidyWrites = serviceTask({
  type: TIDY_WRITES,
  payload: z.object({}),
  timeoutSeconds: TIMEOUT_SECONDS,
  resumable: true,
  async run(_payload, { db, clock }) {
    const now = clock.now();
    const overdue = new Date(now - APPROVAL_EXPIRES_MS);
    for (const { organization_id } of await db.rows(organizationsWithOverdue, overdue)) {
      await expireQueuedWrites({ db, organizationId: organization_id }, overdue, new Date(now));
    }
    await db.execute(forgetOldKeys, new Date(now - KEY_KEPT_MS));
    await db.execute(forgetOldPlatformWrites, new Date(now - PLATFORM_WRITES_KEPT_MS));
    return undefined;
  },
});
