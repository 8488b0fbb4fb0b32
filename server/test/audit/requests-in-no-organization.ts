import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { z } from 'zod';
import { passwordUrl } from '../../src/identity/account/password-link.ts';
import { findPerson, swapPassword } from '../../src/identity/person.store.ts';
import { hashPassword } from '../../src/identity/sign-in/password.ts';
import { DASHBOARD } from '../harness/gate.ts';
import type { RunningService } from '../harness/service.ts';
import type { Person } from '../harness/world-people.ts';
import { AuthenticatorApp } from '../identity/second-factor/authenticator.ts';

const PASSWORD = 'correct horse battery';
const STEP = { seconds: 30 };
const HOUR_MS = 3_600_000;

const HOST_KEY = 'f9525bf080f75b3506ca1ead061add62b8633a346606dc5fe544e29231c6ee0d';
const host = generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** Settings with which reports of exposed keys are taken. */
export const TAKES_REPORTS = {
  secretScanningKeys: new Map([[HOST_KEY, host.publicKey.export({ type: 'spki', format: 'pem' }).toString()]]),
};

/** What a request sends, and whom its event names: nobody where that is null. */
interface Sent {
  path?: string;
  cookie?: string;
  body?: unknown;
  raw?: string;
  headers?: Record<string, string>;
  email?: string | null;
}

type Prepare = (service: RunningService, person: Person) => Promise<Sent>;

/** Requests that change something only after what came before them; what is not named is as the tests send it anyway. */
export const PREPARED: Readonly<Record<string, Prepare>> = {
  async sign_in(service, person) {
    await withPassword(service, person);
    return { cookie: '', body: { email: person.email, password: PASSWORD } };
  },
  async finish_sign_in(service, person) {
    const app = await guarded(service, person);
    const { json } = await post(service, '/sign-in', { email: person.email, password: PASSWORD });
    const { challenge } = z.object({ challenge: z.string() }).parse(json);
    return { cookie: '', body: { challenge, code: app.code() } };
  },
  async choose_password({ service: { services }, database, clock }, { id }) {
    const person = await findPerson(database, id);
    assert.ok(person);
    const { config, signingSecrets: secrets } = services;
    const url = passwordUrl({ config, secrets }, person, clock.now() + HOUR_MS);
    return { cookie: '', body: { token: url.slice(url.lastIndexOf('/') + 1), password: PASSWORD } };
  },
  async begin_second_factor(service, person) {
    await withPassword(service, person);
    return { body: { password: PASSWORD } };
  },
  async confirm_second_factor(service, person) {
    const app = await begun(service, person);
    return { body: { code: app.code() } };
  },
  async turn_off_second_factor(service, person) {
    const app = await guarded(service, person);
    return { body: { password: PASSWORD, code: app.code() } };
  },
  async make_recovery_codes(service, person) {
    const app = await guarded(service, person);
    return { body: { code: app.code() } };
  },
  async report_exposed_keys({ world }, person) {
    const [one, other] = [await world.addKey({ creator: person }), await world.addKey({ creator: person })];
    const raw = JSON.stringify([one, other].map(({ key: token }) => ({ token, type: 'sluice_api_key', url: null })));
    const signature = sign('sha256', Buffer.from(raw), host.privateKey).toString('base64');
    const headers = { 'github-public-key-identifier': HOST_KEY, 'github-public-key-signature': signature };
    return { path: '/secret-scanning/github', cookie: '', raw, headers, email: null };
  },
};

function post({ call }: RunningService, path: string, body: unknown, cookie?: string) {
  return call('POST', DASHBOARD + path, { body, ...(cookie !== undefined && { cookie }) });
}

async function withPassword({ database }: RunningService, { id }: Person): Promise<void> {
  await swapPassword(database, { id, password_hash: null }, await hashPassword(PASSWORD));
}

async function begun(service: RunningService, person: Person): Promise<AuthenticatorApp> {
  await withPassword(service, person);
  const { json } = await post(service, '/second-factor/begin', { password: PASSWORD }, person.cookie);
  return new AuthenticatorApp(z.object({ secret: z.string() }).parse(json).secret, service.clock);
}

async function guarded(service: RunningService, person: Person): Promise<AuthenticatorApp> {
  const app = await begun(service, person);
  const { status } = await post(service, '/second-factor/confirm', { code: app.code() }, person.cookie);
  assert.equal(status, 200);
  service.clock.turn(STEP);
  return app;
}
