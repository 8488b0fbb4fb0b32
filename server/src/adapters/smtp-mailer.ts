import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { LetterRefused, type Mailer } from '../ports/mailer.ts';

const TIMEOUT_MS = 15_000;
/** A server that answers a little now and then keeps a letter no longer than this either. */
const PATIENCE_MS = 30_000;

/** Sends mail through a mail server, on a connection for each: mail is rare. */
export function smtpMailer({
  url,
  from,
  patienceMs = PATIENCE_MS,
}: {
  url: string;
  from: string;
  patienceMs?: number;
}): Mailer {
  const transport = createTransport(
    {
      url,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
  return {
    async send({ to, subject, text }) {
      const sending = transport.sendMail({ to, subject, text }).catch((error: unknown) => {
        throw isRefusedForGood(error) ? new LetterRefused(error) : error;
      });
      await within(patienceMs, sending);
    },
  };
}

const TRANSIENT_BELOW = 500;
/** The session was in a wrong state: another may take the letter. */
const BAD_SEQUENCE = 503;

/** Whether the server refused this letter; where it refuses us, as sender or at signing in, the operator can mend that. */
function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof Error && 'responseCode' in error && 'command' in error)) return false;
  const { responseCode: code, command } = error;
  if (command !== 'RCPT TO' && command !== 'DATA') return false;
  return typeof code === 'number' && code >= TRANSIENT_BELOW && code !== BAD_SEQUENCE;
}

async function within(ms: number, sending: Promise<unknown>): Promise<void> {
  const done = new AbortController();
  const late = sleep(ms, undefined, { signal: done.signal }).then(() => {
    throw new Error('the mail server takes too long');
  });
  try {
    await Promise.race([sending, late]);
  } finally {
    done.abort();
    late.catch(() => {});
    sending.catch(() => {});
  }
}
