import { z } from 'zod';
import { SharedSecrets } from '../base/secrets.ts';
import { passwordUrl } from '../identity/account/password-link.ts';
import { SIGNING_SECRET } from '../identity/signed-link.ts';
import { personNamed } from './account.ts';
import { operatorCommand } from './command.ts';
import { email } from './options.ts';

const VALID_HOURS = 24;

/** Prints a link by which a person chooses a password: the first Owner's way in, or anybody's whom no mail reaches. */
export const signInLink = operatorCommand({
  name: 'sign-in-link',
  usage: '--email <email>',
  input: z.strictObject({ email }),

  async run({ email }, context) {
    const person = await personNamed(context, email);
    const secrets = await SharedSecrets.open(context.db, context.clock, SIGNING_SECRET);
    const expiresAt = context.clock.now() + VALID_HOURS * 3_600_000;
    const url = passwordUrl({ config: { appUrl: context.appUrl }, secrets }, person, expiresAt);
    return `${email} chooses a password here, once and within ${VALID_HOURS} hours:\n${url}`;
  },
});
