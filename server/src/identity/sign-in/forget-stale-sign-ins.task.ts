import { z } from 'zod';
import { serviceTask } from '../../tasks/task.ts';
import { CONFIRMED_WITHIN_MS } from '../second-factor/sealed-secret.ts';
import { forgetUnconfirmed } from '../second-factor/second-factor.store.ts';
import { forgetOldOrigins } from './known-origin.store.ts';
import { forgetEndedSessions, forgetExpiredSessions } from './session.store.ts';
import { forgetOldTries } from './sign-in-pace.ts';

const TIMEOUT_SECONDS = 120;

/** Removes sessions that have run out, secrets that nobody confirmed, and wrong tries too old to slow anybody down. */
export const forgetStaleSignIns = serviceTask({
  type: 'forget_stale_sign_ins',
  payload: z.strictObject({}),
  timeoutSeconds: TIMEOUT_SECONDS,
  resumable: true,

  async removeByAge(services) {
    const now = services.clock.now();
    await forgetExpiredSessions(services.database, new Date(now));
    await forgetEndedSessions(services.database, now);
    await forgetUnconfirmed(services.database, new Date(now - CONFIRMED_WITHIN_MS));
    await forgetOldTries(services);
    await forgetOldOrigins(services.database, now);
  },
});
