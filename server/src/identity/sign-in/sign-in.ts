import { z } from 'zod';
import { addressGroup } from '../../base/address-group.ts';
import { Refusal } from '../../base/errors.ts';
import { directWrite, WithHeaders } from '../../base/operation.ts';
import { emailAddress } from '../member.ts';
import { findPersonByEmail } from '../person.store.ts';
import { isPassword } from './password.ts';
import { PASSWORDS, presentedPassword } from './password-turns.ts';
import { openSession } from './session.ts';
import { atAccountsPace } from './sign-in-pace.ts';

const LARGEST_BODY = 4 * 1024;
const TRIES_PER_MINUTE = 60;
/** Opens a dashboard session for a person who knows the password. */
export const signIn = directWrite({
  name: 'sign_in',
  summary: 'Sign in',
  description: 'Opens a dashboard session of at most 30 days and sets its cookie.',
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
  output: z.object({ email: z.string(), name: z.string() }),

  async run({ email, password }, context) {
    const person = await atAccountsPace(context, email, async () => {
      const found = await findPersonByEmail(context.database, email);
      const holder = addressGroup(context.ip);
      const right = await context.turns.take(PASSWORDS, { holder }, () =>
        isPassword(password, found?.password_hash ?? null),
      );
      return right ? found : undefined;
    });
    const cookie = person && (await openSession(context, person));
    if (!cookie) throw new Refusal('unauthorized', 'The email address or the password is wrong.');
    return new WithHeaders({ email: person.email, name: person.name }, { 'set-cookie': cookie });
  },
});
