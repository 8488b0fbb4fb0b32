import { z } from 'zod';
import type { Services } from '../base/context.ts';
import type { Queryable } from '../base/database.ts';
import type { Email } from '../ports/mailer.ts';
import { serviceTask } from '../tasks/task.ts';
import { deliver, holderOf } from './deliver.ts';

const TIMEOUT_SECONDS = 60;
const RETRIES = { attempts: 10, backoffSeconds: 30 };

/** Sends one email of an organization. */
export const sendEmail = sending('send_email');

/** Sends one email that warns a person; apart from the others, so that it waits behind none of them. */
export const sendSecurityEmail = sending('send_security_email');

/** A warning that arrives twice harms less than one that is lost, so an interruption starts it over. */
function sending(type: string) {
  return serviceTask({
    type,
    payload: z.strictObject({ to: z.string(), subject: z.string(), text: z.string() }),
    timeoutSeconds: TIMEOUT_SECONDS,
    retries: RETRIES,
    resumable: true,

    async run(email, { mailer }) {
      await deliver(mailer, email);
      return undefined;
    },
  });
}

/**
 * Queues an email of an organization in the transaction of what it tells about: neither happens without the other. It
 * takes a turn and a place of that organization, but is none of the tasks that its members see.
 */
export async function queueEmail(
  { tasks }: Pick<Services, 'tasks'>,
  { db, organizationId }: { db: Queryable; organizationId: number },
  email: Email,
): Promise<void> {
  const holder = String(organizationId);
  await tasks.enqueue(db, { organizationId: null, holder, type: sendEmail.type, payload: { ...email } });
}

/** Queues an email that warns a person of what happens with an account or a key, in the transaction of just that. */
export async function queueSecurityEmail(
  { tasks }: Pick<Services, 'tasks'>,
  db: Queryable,
  email: Email,
): Promise<void> {
  const holder = holderOf(email.to);
  await tasks.enqueue(db, { organizationId: null, holder, type: sendSecurityEmail.type, payload: { ...email } });
}
