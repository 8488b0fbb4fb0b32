import { type Email, LetterRefused, type Mailer } from '../ports/mailer.ts';
import { TaskFailure } from '../tasks/failure-reasons.ts';

/** Sends an email within a task: what the mail server refuses for good is not tried again. */
export async function deliver(mailer: Mailer, email: Email): Promise<void> {
  try {
    await mailer.send(email);
  } catch (cause) {
    if (!(cause instanceof LetterRefused)) {
      throw new TaskFailure('task_error', 'The email could not be sent.', { retryable: true, cause });
    }
    throw new TaskFailure('task_error', 'The mail server refuses the email for good: check the address.', { cause });
  }
}

/** Who holds up letters that go to a person: whatever takes mail for the address. */
export function holderOf(address: string): string {
  return address.slice(address.lastIndexOf('@'));
}
