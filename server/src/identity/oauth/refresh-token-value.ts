import { randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;
const VALUE = /^([\w-]{32})\.[\w-]{43}$/;

/** A refresh token: a secret behind the name of its session, which nobody learns but from such a token. */
export function newRefreshToken(sessionId: string): string {
  return `${sessionId}.${randomBytes(SECRET_BYTES).toString('base64url')}`;
}

/** The session that a refresh token names: even of one that is no longer kept it is known whose replay it is. */
export function sessionNamedIn(value: string): string | undefined {
  return VALUE.exec(value)?.[1];
}
