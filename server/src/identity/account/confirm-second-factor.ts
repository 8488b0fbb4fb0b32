import { z } from 'zod';
import type { CallerContext } from '../../base/context.ts';
import type { Transaction } from '../../base/database.ts';
import { invalid } from '../../base/errors.ts';
import { directWrite } from '../../base/operation.ts';
import { queueSecurityEmail } from '../../mail/send-email.task.ts';
import { giveRecoveryCodes } from '../second-factor/recovery-codes.ts';
import { CONFIRMED_WITHIN_MS, openSecret } from '../second-factor/sealed-secret.ts';
import { holdSince, markOn, useStep } from '../second-factor/second-factor.store.ts';
import { turnedOnEmail } from '../second-factor/second-factor-emails.ts';
import { stepOf } from '../second-factor/totp.ts';
import { presentedCode } from '../second-factor/use-code.ts';
import { forgetOrigins, keepOrigin } from '../sign-in/known-origin.store.ts';
import { endSessionsBut } from '../sign-in/session.store.ts';
import { alreadyOn } from './begin-second-factor.ts';

const TRIES_PER_MINUTE = 10;

/** Turns the second factor on: from then on every open session of the person has shown it, or is the one that asks. */
export const confirmSecondFactor = directWrite({
  name: 'confirm_second_factor',
  summary: 'Turn on your second factor',
  description:
    'Takes a code of the app, turns the second factor on, ends your other sessions and shows recovery codes.',
  rest: 'POST /second-factor/confirm',
  tool: null,
  scope: null,
  audience: 'dashboard',
  organization: 'caller',
  hints: { destructive: true, idempotent: false, openWorld: false },
  heldByApprovals: false,
  spendsQuota: false,
  callsPerMinute: TRIES_PER_MINUTE,
  input: z.strictObject({ code: presentedCode.pipe(z.string().regex(/^\d{6}$/, 'must have six digits')) }),
  output: z.object({ recovery_codes: z.array(z.string()), sessions_ended: z.int() }),

  async run({ code }, context) {
    const { caller, database, clock, config, ip } = context;
    const { personId, email } = caller;
    return database.transaction(async (db) => {
      if ((await holdSince(db, personId)) !== null) throw alreadyOn();
      if (!(await isOfBegun(context, db, code))) {
        throw invalid([{ path: 'code', message: 'is wrong, or it took too long: begin again' }]);
      }
      const now = new Date(clock.now());
      await markOn(db, personId, now);
      const codes = await giveRecoveryCodes(db, personId);
      const ended = caller.session ? await endSessionsBut(db, personId, caller.session.hash, now) : 0;
      // Elsewhere only the password was shown: who has that guesses codes there no faster than anybody.
      await forgetOrigins(db, personId);
      await keepOrigin(db, personId, ip, now);
      await queueSecurityEmail(context, db, turnedOnEmail({ to: email, appUrl: config.appUrl }));
      return { recovery_codes: codes, sessions_ended: ended };
    });
  },
});

/** Whether the code is one of the secret that was begun; it is used up, so that it signs nobody in afterwards. */
async function isOfBegun(context: CallerContext, db: Transaction, code: string): Promise<boolean> {
  const { caller, clock } = context;
  const begun = await openSecret(context, db, caller.personId);
  if (!begun || clock.now() - Date.parse(begun.begunAt) >= CONFIRMED_WITHIN_MS) return false;
  const step = stepOf(begun.secret, code, clock.now());
  return step !== undefined && useStep(db, caller.personId, begun.sealed, step);
}
