/** One email in plain text. */
export interface Email {
  to: string;
  subject: string;
  text: string;
}

/** Sends email; a message that was accepted is not sent twice by the caller. */
export interface Mailer {
  send(email: Email): Promise<void>;
}
