/** One email in plain text. */
export interface Email {
  to: string;
  subject: string;
  text: string;
}

/** Sends email, or fails within half a minute; a message that was accepted is not sent twice by the caller. */
export interface Mailer {
  send(email: Email): Promise<void>;
}

/** The mail server refuses a letter for good, for its address or its content; any other error may pass by itself. */
export class LetterRefused extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : 'the letter was refused', { cause });
    this.name = 'LetterRefused';
  }
}
