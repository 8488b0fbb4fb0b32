import { z } from 'zod';
import { deliver } from '../../mail/deliver.ts';
import type { Email } from '../../ports/mailer.ts';
import { serviceTask } from '../../tasks/task.ts';
import { findPersonByEmail } from '../person.store.ts';
import { passwordUrl } from './password-link.ts';
import { LINK_VALID_MS } from './reset-letters.ts';

const TIMEOUT_SECONDS = 60;
const RETRIES = { attempts: 5, backoffSeconds: 30 };

/** Sends the link by which a password is replaced. It is made here and kept nowhere, not even in the queue. */
export const sendPasswordReset = serviceTask({
  type: 'send_password_reset',
  payload: z.strictObject({ email: z.string() }),
  timeoutSeconds: TIMEOUT_SECONDS,
  retries: RETRIES,
  resumable: true,

  async run({ email }, { database, clock, config, mailer, signingSecrets: secrets }) {
    const person = await findPersonByEmail(database, email);
    if (!person) return undefined;
    const url = passwordUrl({ config, secrets }, person, clock.now() + LINK_VALID_MS);
    await deliver(mailer, resetEmail(email, url));
    return undefined;
  },
});

function resetEmail(to: string, url: string): Email {
  const lines = [
    'Somebody, probably you, has forgotten the password of your account on Sluice. Choose another one here:',
    '',
    url,
    '',
    'The link works once, for an hour. If it was not you, do nothing: your password stays as it is.',
  ];
  return { to, subject: 'Choose another password for Sluice', text: lines.join('\n') };
}
