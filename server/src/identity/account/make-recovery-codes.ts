import { z } from 'zod';
import { directWrite } from '../../base/operation.ts';
import { queueSecurityEmail } from '../../mail/send-email.task.ts';
import { findPerson } from '../person.store.ts';
import { giveRecoveryCodes } from '../second-factor/recovery-codes.ts';
import { holdSince } from '../second-factor/second-factor.store.ts';
import { recoveryEmail } from '../second-factor/second-factor-emails.ts';
import { presentedCode } from '../second-factor/use-code.ts';
import { passSecondFactor } from '../sign-in/pass-second-factor.ts';
import { wrongCode } from './turn-off-second-factor.ts';

const TRIES_PER_MINUTE = 10;

/** Replaces the recovery codes of a person who shows the second factor; the new ones are shown this once. */
export const makeRecoveryCodes = directWrite({
  name: 'make_recovery_codes',
  summary: 'Make new recovery codes',
  description: 'Takes a code of the app or a recovery code and shows ten new ones; those before work no more.',
  rest: 'POST /second-factor/recovery-codes',
  tool: null,
  scope: null,
  audience: 'dashboard',
  organization: 'caller',
  hints: { destructive: true, idempotent: false, openWorld: false },
  heldByApprovals: false,
  spendsQuota: false,
  callsPerMinute: TRIES_PER_MINUTE,
  input: z.strictObject({ code: presentedCode }),
  output: z.object({ recovery_codes: z.array(z.string()) }),

  async run({ code }, context) {
    const { caller, database, config } = context;
    const person = await findPerson(database, caller.personId);
    if (!person || person.second_factor_since === null) throw wrongCode();
    if (!(await passSecondFactor(context, person, code))) throw wrongCode();
    return database.transaction(async (db) => {
      if ((await holdSince(db, person.id)) !== person.second_factor_since) throw wrongCode();
      const codes = await giveRecoveryCodes(db, person.id);
      await queueSecurityEmail(
        context,
        db,
        recoveryEmail({ to: person.email, appUrl: config.appUrl }, 'made', codes.length),
      );
      return { recovery_codes: codes };
    });
  },
});
