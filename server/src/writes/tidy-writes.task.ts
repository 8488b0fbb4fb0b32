import { z } from 'zod';
import { sharedNow } from '../base/clocks.ts';
import { eachForItself } from '../tasks/each-for-itself.ts';
import { failure } from '../tasks/failure-reasons.ts';
import { serviceTask, type Work } from '../tasks/task.ts';
import { failureOfTask } from './actions/failures.ts';
import { forgetOldPlatformWrites } from './actions/platform-write.store.ts';
import { giveUp } from './actions/settle-action.ts';
import { type StrandedAction, strandedActions } from './actions/stranded-action.store.ts';
import {
  expireQueuedWrites,
  letGoNeverMade,
  organizationsWithNeverMade,
  organizationsWithOverdue,
} from './approvals/queued-write.store.ts';
import { APPROVAL_EXPIRES_MS } from './approvals/queued-write.ts';
import { forgetOldKeys } from './idempotency/idempotency.store.ts';
import { KEY_KEPT_MS } from './idempotency/idempotency.ts';

const TIDY_WRITES = 'tidy_writes';
const TIMEOUT_SECONDS = 300;
/** Work that ended a moment ago may still be settling. */
const STRANDED_AFTER_MS = 10 * 60 * 1000;
/** So long can be looked up what was to be made in all its parts. */
const NEVER_MADE_KEPT_MS = 30 * 24 * 60 * 60 * 1000;
const PLATFORM_WRITES_KEPT_MS = 60 * 24 * 60 * 60 * 1000;

/** Rejects changes that nobody approved in time, frees what nobody works on, and forgets what is no longer needed. */
export const tidyWrites = serviceTask({
  type: TIDY_WRITES,
  payload: z.object({}),
  timeoutSeconds: TIMEOUT_SECONDS,
  resumable: true,

  async run(_payload, work) {
    const now = await sharedNow(work.database, work.clock);
    await giveUpStranded(work, new Date(now - STRANDED_AFTER_MS));
    return undefined;
  },

  async removeByAge({ db, clock }) {
    const now = clock.now();
    const overdue = new Date(now - APPROVAL_EXPIRES_MS);
    for (const { organization_id } of await db.rows(organizationsWithOverdue, overdue)) {
      await expireQueuedWrites({ db, organizationId: organization_id }, overdue, new Date(now));
    }
    const decidedBefore = new Date(now - NEVER_MADE_KEPT_MS);
    for (const { organization_id } of await db.rows(organizationsWithNeverMade, decidedBefore)) {
      await letGoNeverMade({ db, organizationId: organization_id }, decidedBefore);
    }
    await db.execute(forgetOldKeys, new Date(now - KEY_KEPT_MS));
    await db.execute(forgetOldPlatformWrites, new Date(now - PLATFORM_WRITES_KEPT_MS));
  },
});

/** Whatever ended the work on an action without settling it, its campaign does not wait for ever. */
async function giveUpStranded(work: Work, before: Date): Promise<void> {
  const free = async ({ organization_id, action_id, undo, queued_write_id }: StrandedAction) => {
    work.log.warn({ action: action_id }, 'nobody works on an action that is under way');
    const path = { actionId: action_id, undo, queuedWriteId: queued_write_id ?? undefined };
    await work.database.transaction((db) =>
      giveUp(path, { ...work, db, organizationId: organization_id }, failureOfTask(failure('stuck_timeout'))),
    );
  };
  await eachForItself(await work.db.rows(strandedActions, before), free, (err, { action_id }) =>
    work.log.error({ err, action: action_id }, 'an action that nobody works on could not be given up'),
  );
}
