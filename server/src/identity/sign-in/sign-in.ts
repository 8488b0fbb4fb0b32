import { z } from 'zod';
import { placeOfAddress } from '../../base/address-group.ts';
import { Refusal } from '../../base/errors.ts';
import { directWrite, WithHeaders } from '../../base/operation.ts';
import { emailAddress } from '../member.ts';
import { findPersonByEmail } from '../person.store.ts';
import { challengeFor } from './challenge.ts';
import { isPassword } from './password.ts';
import { PASSWORDS, presentedPassword } from './password-turns.ts';
import { openSession } from './session.ts';
import { atAccountsPace } from './sign-in-pace.ts';

const LARGEST_BODY = 4 * 1024;
const TRIES_PER_MINUTE = 60;

/** Opens a dashboard session for a person who knows the password, unless a second factor is to be shown first. */
export const signIn = directWrite({
  name: 'sign_in',
  summary: 'Sign in',
  description:
    'Opens a dashboard session of at most 30 days and sets its cookie. A person with a second factor gets a challenge instead, to be finished with a code.',
  rest: 'POST /sign-in',
  tool: null,
  scope: null,
  audience: 'public',
  organization: 'caller',
  hints: { destructive: false, idempotent: false, openWorld: false },
  heldByApprovals: false,
  spendsQuota: false,
  bodyLimit: LARGEST_BODY,
  callsPerMinuteAndAddress: TRIES_PER_MINUTE,
  input: z.strictObject({ email: emailAddress, password: presentedPassword }),
  output: z.object({
    email: z.string(),
    name: z.string(),
    challenge: z.string().nullable().describe('To be sent with a code; null where the person is signed in.'),
  }),

  async run({ email, password }, context) {
    const person = await atAccountsPace(context, email, async () => {
      const found = await findPersonByEmail(context.database, email);
      const right = await context.turns.take(PASSWORDS, placeOfAddress(context.ip), () =>
        isPassword(password, found?.password_hash ?? null),
      );
      return right ? found : undefined;
    });
    if (!person) throw wrong();
    const { name } = person;
    if (person.second_factor_since !== null) {
      context.recognised?.(email);
      return { email, name, challenge: challengeFor(context, person) };
    }
    const cookie = await openSession(context, person);
    if (!cookie) throw wrong();
    return new WithHeaders({ email, name, challenge: null }, { 'set-cookie': cookie });
  },
});

function wrong(): Refusal {
  return new Refusal('unauthorized', 'The email address or the password is wrong.');
}
