import { z } from 'zod';
import { directWrite } from '../../base/operation.ts';
import { holderOf } from '../../mail/deliver.ts';
import { emailAddress } from '../member.ts';
import { atAccountsPace } from '../sign-in/sign-in-pace.ts';
import { PASSWORD_PACE } from '../sign-in/sign-in-turn.ts';
import { takeLetter } from './reset-letters.ts';
import { sendPasswordReset } from './send-password-reset.task.ts';

const LARGEST_BODY = 4 * 1024;
const TRIES_PER_MINUTE = 60;

/** Has a link sent to whoever has forgotten a password; who has an account is looked up later, so nobody can tell. */
export const askPasswordReset = directWrite({
  name: 'ask_password_reset',
  summary: 'Ask for a new password',
  description: 'Sends a link to the address if anybody has an account with it. The answer is always the same.',
  rest: 'POST /password-resets',
  tool: null,
  scope: null,
  audience: 'public',
  organization: 'caller',
  hints: { destructive: false, idempotent: false, openWorld: true },
  status: 202,
  heldByApprovals: false,
  spendsQuota: false,
  bodyLimit: LARGEST_BODY,
  callsPerMinuteAndAddress: TRIES_PER_MINUTE,
  input: z.strictObject({ email: emailAddress.pipe(z.email('must be an email address')) }),
  output: z.object({ asked: z.literal(true) }),

  async run({ email }, context) {
    const { database, tasks } = context;
    // Counted like wrong passwords, apart from those.
    await atAccountsPace(context, email, async () => undefined, { what: 'password reset', pace: PASSWORD_PACE });
    if (!(await takeLetter(context, email))) return { asked: true } as const;
    await tasks.enqueue(database, {
      organizationId: null,
      holder: holderOf(email),
      type: sendPasswordReset.type,
      payload: { email },
      onlyOne: `password reset ${email}`,
    });
    return { asked: true } as const;
  },
});
