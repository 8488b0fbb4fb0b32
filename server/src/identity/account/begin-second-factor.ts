import { z } from 'zod';
import { Refusal } from '../../base/errors.ts';
import { directWrite } from '../../base/operation.ts';
import { sealSecret } from '../second-factor/sealed-secret.ts';
import { holdSince, saveSecret } from '../second-factor/second-factor.store.ts';
import { base32, newSecret, otpauthAddress } from '../second-factor/totp.ts';
import { presentedPassword } from '../sign-in/password-turns.ts';
import { withOwnPassword } from './own-password.ts';

const TRIES_PER_MINUTE = 10;

/** Makes a secret for an authenticator app and shows it, this once; nothing changes before a code of it confirms it. */
export const beginSecondFactor = directWrite({
  name: 'begin_second_factor',
  summary: 'Begin to turn on a second factor',
  description: 'Makes a secret for an authenticator app. It takes effect once a code confirms it, within half an hour.',
  rest: 'POST /second-factor/begin',
  tool: null,
  scope: null,
  audience: 'dashboard',
  organization: 'caller',
  hints: { destructive: false, idempotent: false, openWorld: false },
  heldByApprovals: false,
  spendsQuota: false,
  callsPerMinute: TRIES_PER_MINUTE,
  input: z.strictObject({ password: presentedPassword }),
  output: z.object({
    secret: z.string().describe('In base 32, to be typed.'),
    address: z.string().describe('otpauth://, to be shown as a picture.'),
  }),

  async run({ password }, context) {
    const { database, clock } = context;
    const { id, email } = await withOwnPassword(context, password);
    const secret = newSecret();
    await database.transaction(async (db) => {
      if ((await holdSince(db, id)) !== null) throw alreadyOn();
      await saveSecret(db, id, sealSecret(context, id, secret), new Date(clock.now()));
    });
    return { secret: base32(secret), address: otpauthAddress(secret, email) };
  },
});

/** Where there is a second factor it is turned off first, with a code of it: nobody replaces it with a session alone. */
export function alreadyOn(): Refusal {
  return new Refusal('already_applied', 'You have a second factor: turn it off before you turn on another.');
}
