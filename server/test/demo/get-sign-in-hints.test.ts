import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { z } from 'zod';
import { writeDemoFile } from '../../demo/demo-file.ts';
import { getSignInHints } from '../../demo/get-sign-in-hints.ts';
import type { Config } from '../../src/base/config.ts';
import { statement } from '../../src/base/database.ts';
import { startService } from '../harness/service.ts';
import { call, newWorld } from '../identity/world.ts';

const ANSWER = z.object({
  first_run: z.boolean(),
  people: z.array(z.object({ email: z.string(), roles: z.array(z.string()), password: z.string().nullable() })),
});
const forgetOrganizations = statement<[], never>('delete from organization');
const HERE = '127.0.0.1';
const PEOPLE = [{ email: 'olivia@demo.test', password: 'only on this machine', name: 'Olivia Park' }];

async function peopleWith(t: TestContext, settings: Partial<Config>, headers: Record<string, string> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'sluice-demo-'));
  t.after(() => rmSync(dataDir, { recursive: true }));
  const nowhere = { base_url: '', mcp_url: '', auth_url: '', app_url: '', emulator_url: '' };
  writeDemoFile(dataDir, { ...nowhere, people: PEOPLE, keys: [] });
  const service = await startService(t, { config: { dataDir, host: '127.0.0.1', ...settings } });
  return ANSWER.parse((await service.call('GET', '/dashboard/v1/sign-in-hints', { headers })).json).people;
}

test('without the demo nobody is named, whatever an earlier demo left behind', async (t) => {
  assert.deepEqual(await peopleWith(t, { demo: false }), []);
});

test('with the demo its people are named, with their passwords on the machine itself', async (t) => {
  const [olivia, ...others] = await peopleWith(t, { demo: true });
  assert.deepEqual(others, []);
  assert.equal(olivia?.password, 'only on this machine');
  assert.deepEqual(olivia?.roles, ['Owner of Acme Plumbing', 'Owner of Globex Clinic']);
});

test('no password leaves the machine: not when it listens to others, not behind a proxy, not through a tunnel', async (t) => {
  const from: [Partial<Config>, Record<string, string>?][] = [
    [{ host: '0.0.0.0' }],
    [{ trustedProxies: 1 }],
    [{}, { host: 'demo.tunnel.example' }],
    [{}, { 'x-forwarded-for': '203.0.113.7' }],
    [{}, { via: '1.1 tunnel' }],
  ];
  for (const [settings, headers] of from) {
    const [olivia] = await peopleWith(t, { demo: true, ...settings }, headers);
    assert.deepEqual([olivia?.email, olivia?.password], ['olivia@demo.test', null]);
  }
});

test('a service without any organization says that nobody can sign in yet', async (t) => {
  const world = await newWorld(t);
  const hints = async () => ANSWER.parse(await call(getSignInHints, {}, world.anybody(HERE)));
  assert.equal((await hints()).first_run, false);
  await world.database.execute(forgetOrganizations);
  assert.deepEqual(await hints(), { first_run: true, people: [] });
});
