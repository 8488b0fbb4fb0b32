import { z } from 'zod';
import { invalid } from '../../base/errors.ts';
import { directWrite } from '../../base/operation.ts';
import { queueSecurityEmail } from '../../mail/send-email.task.ts';
import { holdSince, removeFactor } from '../second-factor/second-factor.store.ts';
import { turnedOffEmail } from '../second-factor/second-factor-emails.ts';
import { presentedCode } from '../second-factor/use-code.ts';
import { passSecondFactor } from '../sign-in/pass-second-factor.ts';
import { presentedPassword } from '../sign-in/password-turns.ts';
import { endSessionsBut } from '../sign-in/session.store.ts';
import { withOwnPassword } from './own-password.ts';

const TRIES_PER_MINUTE = 10;

/** Turns the second factor off for whoever shows everything that signing in takes; the other sessions end. */
export const turnOffSecondFactor = directWrite({
  name: 'turn_off_second_factor',
  summary: 'Turn off your second factor',
  description: 'Takes your password and a code of the app or a recovery code. Your other sessions end.',
  rest: 'POST /second-factor/turn-off',
  tool: null,
  scope: null,
  audience: 'dashboard',
  organization: 'caller',
  hints: { destructive: true, idempotent: false, openWorld: false },
  heldByApprovals: false,
  spendsQuota: false,
  callsPerMinute: TRIES_PER_MINUTE,
  input: z.strictObject({ password: presentedPassword, code: presentedCode }),
  output: z.object({ sessions_ended: z.int() }),

  async run({ password, code }, context) {
    const { caller, database, config, clock } = context;
    const person = await withOwnPassword(context, password);
    if (person.second_factor_since === null || !(await passSecondFactor(context, person, code))) throw wrongCode();
    return database.transaction(async (db) => {
      if ((await holdSince(db, person.id)) !== person.second_factor_since) throw wrongCode();
      await removeFactor(db, person.id);
      await queueSecurityEmail(context, db, turnedOffEmail({ to: person.email, appUrl: config.appUrl }));
      const { session } = caller;
      return { sessions_ended: session ? await endSessionsBut(db, person.id, session.hash, new Date(clock.now())) : 0 };
    });
  },
});

/** A code that does not pass; it says nothing about why. */
export function wrongCode(): Error {
  return invalid([{ path: 'code', message: 'is wrong or was used before' }]);
}
