import { z } from 'zod';
import { serviceTask } from '../tasks/task.ts';
import { keepUnansweredRequests } from './begun-request.ts';

const TIMEOUT_SECONDS = 120;

/** Sees to it that every executed change has its event, also where nobody knows what its request was answered. */
export const keepUnanswered = serviceTask({
  type: 'keep_unanswered',
  payload: z.strictObject({}),
  timeoutSeconds: TIMEOUT_SECONDS,
  resumable: true,

  async run(_, services) {
    await keepUnansweredRequests(services);
    return undefined;
  },
});
