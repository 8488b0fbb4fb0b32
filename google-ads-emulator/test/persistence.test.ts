import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { textAt } from '../src/json.ts';
import { INITECH, launch, postForm, signIn, TestEmulator } from './client.ts';

const directory = mkdtempSync(join(tmpdir(), 'emulator-'));
after(() => rmSync(directory, { recursive: true }));

const CAMPAIGNS = 'SELECT campaign.name FROM campaign ORDER BY campaign.name';

test('a restart keeps campaigns, grants and the clock', async () => {
  const dataDir = join(directory, 'restart');
  const first = await TestEmulator.start({ dataDir }, 'nora@demo.test');
  const { refreshToken } = await signIn(first.url, 'nora@demo.test');
  await first.mutate(launch(INITECH, 'Kept'), {}, INITECH);
  await first.control('POST', 'clock', { advance_days: 2 });
  const before = await first.control('GET', 'state');
  await first.close();

  const second = await TestEmulator.start({ dataDir }, 'nora@demo.test');
  const state = await second.control('GET', 'state');
  assert.equal(textAt(state.body, 'now'), textAt(before.body, 'now'));
  const names = (await second.rows(CAMPAIGNS, INITECH)).map((row) => textAt(row, 'campaign', 'name'));
  assert.deepEqual(names, ['Kept']);
  const refreshed = await postForm(`${second.url}/token`, { grant_type: 'refresh_token', refresh_token: refreshToken });
  assert.equal(refreshed.status, 200);
  await second.close();
});

test('a kill loses nothing that was answered, and a torn last line is cut off', async () => {
  const dataDir = join(directory, 'kill');
  const first = await spawnEmulator(dataDir);
  const { accessToken, refreshToken } = await signIn(first.url, 'nora@demo.test');
  const launched = await postMutate(first.url, accessToken, 'Survivor');
  assert.equal(launched, 200);
  first.child.kill('SIGKILL');
  await new Promise((resolve) => first.child.once('exit', resolve));
  appendFileSync(join(dataDir, 'journal.jsonl'), '{"type":"commit","at":17');

  const second = await TestEmulator.start({ dataDir }, 'nora@demo.test');
  const names = (await second.rows(CAMPAIGNS, INITECH)).map((row) => textAt(row, 'campaign', 'name'));
  assert.deepEqual(names, ['Survivor']);
  const refreshed = await postForm(`${second.url}/token`, { grant_type: 'refresh_token', refresh_token: refreshToken });
  assert.equal(refreshed.status, 200);
  assert.equal((await second.mutate(launch(INITECH, 'After'), {}, INITECH)).status, 200);
  await second.close();
  const third = await TestEmulator.start({ dataDir }, 'nora@demo.test');
  assert.equal((await third.rows(CAMPAIGNS, INITECH)).length, 2);
  await third.close();
});

async function postMutate(url: string, token: string, name: string): Promise<number> {
  const body = JSON.stringify({ mutateOperations: launch(INITECH, name) });
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${url}/v25/customers/${INITECH}/googleAds:mutate`, { method: 'POST', headers, body });
  return response.status;
}

function spawnEmulator(dataDir: string): Promise<{ url: string; child: ChildProcess }> {
  const main = new URL('../main.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [main, '--port', '0', '--data-dir', dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.stdout.on('data', (chunk) => {
      const url = /emulator ready (\S+)/.exec(String(chunk))?.[1];
      if (url !== undefined) resolve({ url, child });
    });
  });
}
