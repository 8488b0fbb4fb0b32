import { z } from 'zod';
import { changePassword } from '../identity/person.store.ts';
import { forgetOrigins } from '../identity/sign-in/known-origin.store.ts';
import { endSessionsOf } from '../identity/sign-in/session.store.ts';
import { newPassword, passwordLine, personNamed } from './account.ts';
import { operatorCommand } from './command.ts';
import { email } from './options.ts';

/** Gives a person another password and ends every session that was opened with the old one; keys go on working. */
export const resetPassword = operatorCommand({
  name: 'reset-password',
  usage: '--email <email>',
  input: z.strictObject({ email }),

  async run({ email }, context) {
    const person = await personNamed(context, email);
    const { password, hash } = await newPassword();
    await changePassword(context.db, person.id, hash);
    const ended = await endSessionsOf(context.db, person.id, new Date(context.clock.now()));
    await forgetOrigins(context.db, person.id);
    return `${email} has another password; open sessions ended: ${ended}.\n${passwordLine(password)}`;
  },
});
