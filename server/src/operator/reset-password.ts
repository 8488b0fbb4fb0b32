import { z } from 'zod';
import { newPassword, passwordLine, personNamed } from './account.ts';
import { operatorCommand } from './command.ts';
import { changePassword, endSessions } from './operator.store.ts';
import { email } from './options.ts';

/** Gives a person another password and ends every session that was opened with the old one; keys go on working. */
export const resetPassword = operatorCommand({
  name: 'reset-password',
  usage: '--email <email>',
  input: z.strictObject({ email }),

  async run({ email }, context) {
    const person = await personNamed(context, email);
    const { password, hash } = await newPassword();
    await context.db.execute(changePassword, person.id, hash);
    const ended = await context.db.execute(endSessions, person.id);
    return `${email} has another password; open sessions ended: ${ended}.\n${passwordLine(password)}`;
  },
});
