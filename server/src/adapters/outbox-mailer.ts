import { randomBytes } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Clock } from '../ports/clock.ts';
import type { Mailer } from '../ports/mailer.ts';

interface Outbox {
  directory: string;
  from: string;
  clock: Clock;
}

/** Puts each mail into a file that any mail program opens, instead of sending it; names sort by time. */
export function outboxMailer({ directory, from, clock }: Outbox): Mailer {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' }, { from });
  let sent = 0;
  return {
    async send({ to, subject, text }) {
      const now = new Date(clock.now());
      sent += 1;
      const order = `${now.toISOString().replaceAll(':', '-')}-${String(sent).padStart(6, '0')}`;
      const name = `${order}-${randomBytes(4).toString('hex')}.eml`;
      const { message } = await composer.sendMail({ to, subject, text, date: now });
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const draft = join(directory, `.${name}`);
      await writeFile(draft, message, { mode: 0o600 });
      await rename(draft, join(directory, name));
    },
  };
}
