import { z } from 'zod';
import { serviceTask } from '../../tasks/task.ts';
import { forgetExpiredSessions } from './session.store.ts';
import { forgetOldTries } from './sign-in-pace.ts';

const TIMEOUT_SECONDS = 120;

/** Removes sessions that have run out and wrong passwords too old to slow anybody down. */
export const forgetStaleSignIns = serviceTask({
  type: 'forget_stale_sign_ins',
  payload: z.strictObject({}),
  timeoutSeconds: TIMEOUT_SECONDS,
  resumable: true,

  async run(_, services) {
    await forgetExpiredSessions(services.database, new Date(services.clock.now()));
    await forgetOldTries(services);
    return undefined;
  },
});
