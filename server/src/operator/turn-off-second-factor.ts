import { z } from 'zod';
import { removeFactor } from '../identity/second-factor/second-factor.store.ts';
import { turnedOffEmail } from '../identity/second-factor/second-factor-emails.ts';
import { forgetOrigins } from '../identity/sign-in/known-origin.store.ts';
import { endSessionsOf } from '../identity/sign-in/session.store.ts';
import { queueSecurityEmail } from '../mail/send-email.task.ts';
import { personNamed } from './account.ts';
import { CommandRefused, operatorCommand } from './command.ts';
import { email } from './options.ts';

/** Lets a person in with the password alone who has lost the app and the recovery codes; every session ends. */
export const turnOffSecondFactor = operatorCommand({
  name: 'turn-off-second-factor',
  usage: '--email <email>',
  input: z.strictObject({ email }),

  async run({ email }, context) {
    const { db, appUrl, clock } = context;
    const person = await personNamed(context, email);
    if (person.second_factor_since === null) throw new CommandRefused(`${email} has no second factor`);
    await removeFactor(db, person.id);
    const ended = await endSessionsOf(db, person.id, new Date(clock.now()));
    await forgetOrigins(db, person.id);
    await queueSecurityEmail(context, db, turnedOffEmail({ to: person.email, appUrl }));
    return `${email} signs in with the password alone and is told by mail; open sessions ended: ${ended}.`;
  },
});
