import { z } from 'zod';
import type { Services } from '../base/context.ts';
import type { Queryable } from '../base/database.ts';
import type { Email } from '../ports/mailer.ts';
import { TaskFailure } from '../tasks/failure-reasons.ts';
import { serviceTask } from '../tasks/task.ts';

const TIMEOUT_SECONDS = 60;
const RETRIES = { attempts: 10, backoffSeconds: 30 };

/** Sends one email. A warning that arrives twice harms less than one that is lost, so an interruption starts it over. */
export const sendEmail = serviceTask({
  type: 'send_email',
  payload: z.strictObject({ to: z.string(), subject: z.string(), text: z.string() }),
  timeoutSeconds: TIMEOUT_SECONDS,
  retries: RETRIES,
  resumable: true,

  async run(email, { mailer }) {
    try {
      await mailer.send(email);
    } catch (cause) {
      throw new TaskFailure('task_error', 'The email could not be sent.', { retryable: true, cause });
    }
    return undefined;
  },
});

/** Queues an email in the transaction of what it tells about: neither happens without the other. */
export async function queueEmail({ tasks }: Pick<Services, 'tasks'>, db: Queryable, email: Email): Promise<void> {
  await tasks.enqueue(db, { organizationId: null, type: sendEmail.type, payload: { ...email } });
}
