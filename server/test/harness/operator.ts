import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { bareEnvironment } from './bare-environment.ts';
import { type Client, type HttpAnswer, openClient } from './client.ts';
import type { Cleaned } from './database.ts';
import { ALL_SCOPES } from './world-people.ts';

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url));
const READY_WITHIN_MS = 30_000;
const [FIRST_PORT, PORTS] = [20_000, 12_000];

/** How a command ended and what it said. */
export interface Outcome {
  code: number | null;
  out: string;
  err: string;
}

/** Runs a command of the operator. */
export type Operator = (...args: string[]) => Promise<Outcome>;

/** Runs commands as the operator does, each in a process of its own. */
export function operatorOf(surroundings: Record<string, string>): Operator {
  const env = { ...bareEnvironment(), DEMO: 'off', ...surroundings };
  return async (...args) => {
    const child = spawn(process.execPath, [MAIN, 'operator', ...args], { env });
    const said = { out: '', err: '' };
    child.stdout.on('data', (part) => {
      said.out += part;
    });
    child.stderr.on('data', (part) => {
      said.err += part;
    });
    const [code] = await once(child, 'close');
    return { code, ...said };
  };
}

/** The arguments that make an organization. */
export function organization(slug: string, owner: string): string[] {
  const named = ['create-organization', '--slug', slug, '--name', `Organization ${slug}`];
  return [...named, '--currency', 'eur', '--owner', owner];
}

/** The password that a command has shown. */
export function passwordIn({ code, out, err }: Outcome): string {
  assert.deepEqual([code, err], [0, '']);
  const [, password = ''] = /^password \(shown once\): ([\w-]{24})$/m.exec(out) ?? [];
  assert.notEqual(password, '', out);
  return password;
}

/** Signs in as a browser does, whatever the answer. */
export function tryToSignIn(service: Client, email: string, password: string): Promise<HttpAnswer> {
  return service.call('POST', '/dashboard/v1/sign-in', { body: { email, password } });
}

/** The cookie of a new session. */
export async function signIn(service: Client, email: string, password: string): Promise<string> {
  const { status, headers, text } = await tryToSignIn(service, email, password);
  assert.equal(status, 200, text);
  return headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '';
}

/** A key with every scope, made in the dashboard. */
export async function newKey(service: Client, cookie: string, slug: string): Promise<string> {
  const body = { name: 'first', scopes: ALL_SCOPES };
  const { json } = await service.call('POST', `/dashboard/v1/organizations/${slug}/api-keys`, { cookie, body });
  return z.object({ key: z.string() }).parse(json).key;
}

/** The organizations open to whoever is signed in. */
export async function organizationsOf(service: Client, cookie: string): Promise<string[]> {
  const { json } = await service.call('GET', '/dashboard/v1/me', { cookie });
  const me = z.object({ organizations: z.array(z.object({ slug: z.string() })) }).parse(json);
  return me.organizations.map(({ slug }) => slug);
}

/** The real service on an embedded database, without the demo; it stops with the test. */
export async function startEmbedded(t: Cleaned, dataDir: string): Promise<Client> {
  const port = String(await freePort());
  const settings = { DEMO: 'off', DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: port, LOG_LEVEL: 'fatal' };
  const env = { ...bareEnvironment(), ...settings };
  const child = spawn(process.execPath, [MAIN, 'serve'], { env, stdio: 'inherit' });
  const gone = once(child, 'exit');
  const client = openClient(`http://127.0.0.1:${port}`);
  t.after(async () => {
    client.close();
    child.kill('SIGTERM');
    await gone;
  });
  for (const until = Date.now() + READY_WITHIN_MS; Date.now() < until && child.exitCode === null; await sleep(20)) {
    const answer = await client.call('GET', '/readyz', { unchecked: true }).catch(() => undefined);
    if (answer?.status === 200) return client;
  }
  throw new Error('the service did not become ready');
}

/** Below the ports that the system hands out by itself. */
async function freePort(): Promise<number> {
  const port = FIRST_PORT + Math.floor(Math.random() * PORTS);
  const server = createServer();
  const free = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
  return free ? port : freePort();
}
