import { z } from 'zod';
import { serviceTask } from '../tasks/task.ts';
import { forgetIdleBuckets } from './rate-limit.store.ts';

const IDLE_SECONDS = 3_600;
const TIMEOUT_SECONDS = 120;

/** Removes the allowances of callers who stayed away: a full bucket is made again when needed. */
export const forgetIdleBucketsTask = serviceTask({
  type: 'forget_idle_buckets',
  payload: z.strictObject({}),
  timeoutSeconds: TIMEOUT_SECONDS,
  resumable: true,

  async removeByAge({ database, clock }) {
    await forgetIdleBuckets(database, clock.now() / 1000 - IDLE_SECONDS);
  },
});
