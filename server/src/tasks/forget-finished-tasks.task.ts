import { z } from 'zod';
import { forgetFinished } from './task.store.ts';
import { serviceTask } from './task.ts';

const KEPT_MS = 90 * 24 * 60 * 60 * 1000;
const TIMEOUT_SECONDS = 300;

/** Removes tasks that finished long ago; nobody polls them any more. */
export const forgetFinishedTasks = serviceTask({
  type: 'forget_finished_tasks',
  payload: z.strictObject({}),
  timeoutSeconds: TIMEOUT_SECONDS,
  resumable: true,

  async removeByAge({ database, clock }) {
    await database.execute(forgetFinished, new Date(clock.now() - KEPT_MS));
  },
});
