import type { Clock } from '../clock.ts';
import type { Call } from '../http/call.ts';
import { tokenHash } from '../oauth/grants.ts';

/** A request as the log keeps it: no secret, but enough to prove which token came with it. */
export interface LoggedRequest {
  at: string;
  method: string;
  path: string;
  login_customer_id: string;
  authorization: { present: boolean; token_sha256: string | null };
  body: string;
}

/** The latest requests that reached the emulator, the control plane's own left out. */
export class WireLog {
  readonly #clock: Clock;
  readonly #entries: LoggedRequest[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get entries(): readonly LoggedRequest[] {
    return this.#entries;
  }

  clear(): void {
    this.#entries.length = 0;
  }

  add(call: Call): void {
    const authorization = call.header('authorization');
    const token = authorization.replace(/^\w+ /, '');
    this.#entries.push({
      at: new Date(this.#clock.now()).toISOString(),
      method: call.method,
      path: call.path,
      login_customer_id: call.header('login-customer-id'),
      authorization: {
        present: authorization !== '',
        token_sha256: authorization === '' ? null : tokenHash(token),
      },
      body: safeBody(call),
    });
    if (this.#entries.length > KEPT) this.#entries.shift();
  }
}

/** OAuth forms are logged by the names of their fields and the hashes of their secrets. */
function safeBody(call: Call): string {
  const isOAuth = ['/token', '/revoke', '/o/oauth2/v2/auth'].includes(call.path);
  if (!isOAuth) return call.body.length > BODY_KEPT ? `${call.body.slice(0, BODY_KEPT)}…` : call.body;
  const form = new URLSearchParams(call.body);
  for (const name of SECRET_FIELDS) {
    const value = form.get(name);
    if (value !== null) form.set(name, `sha256:${tokenHash(value)}`);
  }
  return form.toString();
}

const KEPT = 1_000;
const BODY_KEPT = 20_000;
const SECRET_FIELDS = ['client_secret', 'refresh_token', 'code', 'code_verifier', 'token'];
