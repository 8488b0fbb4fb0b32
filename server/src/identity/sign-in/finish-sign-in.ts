import { z } from 'zod';
import type { PublicContext } from '../../base/context.ts';
import { notFound, Refusal } from '../../base/errors.ts';
import { directWrite, WithHeaders } from '../../base/operation.ts';
import { queueSecurityEmail } from '../../mail/send-email.task.ts';
import type { PersonRow } from '../person.store.ts';
import { recoveryCodesLeft } from '../second-factor/second-factor.store.ts';
import { recoveryEmail } from '../second-factor/second-factor-emails.ts';
import { presentedCode } from '../second-factor/use-code.ts';
import { personOfChallenge } from './challenge.ts';
import { passSecondFactor } from './pass-second-factor.ts';
import { openSession } from './session.ts';

const LARGEST_BODY = 4 * 1024;
const LONGEST_CHALLENGE = 500;
const TRIES_PER_MINUTE = 60;

/** Opens the session of a person who has shown the password and now shows the second factor. */
export const finishSignIn = directWrite({
  name: 'finish_sign_in',
  summary: 'Finish signing in with a code',
  description: 'Takes the challenge of a sign-in within ten minutes, with a code of the app or a recovery code.',
  rest: 'POST /sign-in/second-factor',
  tool: null,
  scope: null,
  audience: 'public',
  organization: 'caller',
  hints: { destructive: false, idempotent: false, openWorld: false },
  heldByApprovals: false,
  spendsQuota: false,
  bodyLimit: LARGEST_BODY,
  callsPerMinuteAndAddress: TRIES_PER_MINUTE,
  input: z.strictObject({ challenge: z.string().max(LONGEST_CHALLENGE), code: presentedCode }),
  output: z.object({ email: z.string(), name: z.string() }),

  async run({ challenge, code }, context) {
    const person = await personOfChallenge(context, challenge);
    if (!person) throw notFound('The time to enter a code has run out; the sign-in');
    // Whoever tries codes knows the password: the trail tells whose.
    context.recognised?.(person.email);
    const kind = await passSecondFactor(context, person, code);
    if (!kind) throw new Refusal('unauthorized', 'The code is wrong or was used before.');
    const cookie = await openSession(context, person);
    if (!cookie) throw notFound('Your account was changed meanwhile; the sign-in');
    if (kind === 'recovery') await tellOfRecovery(context, person);
    return new WithHeaders({ email: person.email, name: person.name }, { 'set-cookie': cookie });
  },
});

async function tellOfRecovery(context: PublicContext, { id, email: to }: PersonRow): Promise<void> {
  const { database, config } = context;
  const left = await recoveryCodesLeft(database, id);
  await queueSecurityEmail(context, database, recoveryEmail({ to, appUrl: config.appUrl }, 'used', left));
}
