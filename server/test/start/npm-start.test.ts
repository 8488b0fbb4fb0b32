import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { temporaryDirectory } from '../harness/server.ts';
import { type NpmScript, npmScript } from './npm-script.ts';

const POLL_MS = 5;
const READY = 'Sluice is ready.';
const demoFile = z.object({ keys: z.array(z.object({ name: z.string(), key: z.string() })) });

test('npm start ends with the npm that runs it, however it is asked, and leaves the data whole', async (t) => {
  const dataDir = directory(t);
  const first = await npmScript(t, ['start'], dataDir);
  await first.said(READY);
  const { port } = new URL(first.base);
  for (const path of ['', '/v1', '/mcp', '/docs/mcp']) await first.said(`http://localhost:${port}${path}`);
  for (const part of ['server/start.ts', 'google-ads-emulator/main.ts', join(dataDir, 'postgres')]) {
    assert.ok(
      first.processes().some((command) => command.includes(part)),
      `${part} runs`,
    );
  }
  const organization = await ownOrganization(first, dataDir);
  assert.equal(await first.end('SIGTERM'), 0, 'a process manager ends npm');
  assert.deepEqual(await first.leftBehind(), []);

  const second = await npmScript(t, ['start'], dataDir);
  await second.said(READY);
  assert.deepEqual(await ownOrganization(second, dataDir), organization);
  assert.equal(await second.end('SIGINT', 'group'), 0, 'Ctrl-C reaches npm and the service, and npm passes it on');
  assert.deepEqual(await second.leftBehind(), []);
  assertStoppedCleanly(dataDir);
});

test('npm start that is ended while it starts leaves nothing running', async (t) => {
  const dataDir = directory(t);
  const script = await npmScript(t, ['start'], dataDir);
  while (!existsSync(join(dataDir, 'postgres.log'))) await sleep(POLL_MS);
  await script.end('SIGTERM');
  assert.deepEqual(await script.leftBehind(), []);
});

test('npm start that finds a port taken says so and leaves nothing running', async (t) => {
  const dataDir = directory(t);
  const taken = createServer().listen(0, '127.0.0.1');
  t.after(() => taken.close());
  await once(taken, 'listening');
  const script = await npmScript(t, ['start'], dataDir, { EMULATOR_PORT: portOf(taken) });
  await script.said('EADDRINUSE');
  assert.notEqual(await script.ended, 0);
  assert.deepEqual(await script.leftBehind(), []);
});

test('npm run dev ends with the npm that runs it', async (t) => {
  const dataDir = directory(t);
  const script = await npmScript(t, ['run', 'dev'], dataDir);
  await script.said(READY);
  await script.end('SIGTERM');
  assert.deepEqual(await script.leftBehind(), []);
  assertStoppedCleanly(dataDir);
});

function portOf(server: Server): string {
  const address = server.address();
  return address !== null && typeof address === 'object' ? String(address.port) : assert.fail('nobody listens');
}

function directory(t: TestContext): string {
  const path = temporaryDirectory('sluice-start-');
  t.after(() => t.after(() => rmSync(path, { recursive: true, force: true })));
  return path;
}

/** What the demo's key answers about its organization. */
async function ownOrganization({ base }: NpmScript, dataDir: string): Promise<{ slug: string }> {
  const demo = demoFile.parse(JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')));
  const { key } = demo.keys.find(({ name }) => name === 'acme-owner') ?? assert.fail('the demo has no such key');
  const answer = await fetch(`${base}/v1/organizations/_`, { headers: { authorization: `Bearer ${key}` } });
  assert.equal(answer.status, 200);
  return z
    .object({ slug: z.literal('acme-plumbing'), name: z.string(), max_spend: z.number() })
    .parse(await answer.json());
}

/** PostgreSQL says so when it had the time to write everything down. */
function assertStoppedCleanly(dataDir: string): void {
  assert.match(readFileSync(join(dataDir, 'postgres.log'), 'utf8'), /database system is shut down/);
}
