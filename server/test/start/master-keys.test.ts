import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { freePort } from '../../src/adapters/embedded-postgres/cluster.ts';
import { bareEnvironment } from '../harness/bare-environment.ts';
import { freshDatabase } from '../harness/database.ts';
import { temporaryDirectory } from '../harness/server.ts';

const MAIN = resolve(import.meta.dirname, '../../main.ts');
const GIVES_UP_AFTER_MS = 60_000;

test('a process that made up its own master keys does not join others on their database', async (t) => {
  for (const keysOfOthers of ['', newKey('2026')]) {
    const { url } = await freshDatabase(t);
    assert.equal(await start(url, keysOfOthers), 'listening');
    assert.match(await start(url), /^2: The master key "first" of this process is .* MASTER_KEYS/);
    if (keysOfOthers !== '') assert.equal(await start(url, keysOfOthers), 'listening');
  }
});

test('one with the same keys does, and one that rotates them', async (t) => {
  const { url } = await freshDatabase(t);
  const [first, next] = [newKey('2025'), newKey('2026')];
  for (const keys of [first, `${next},${first}`]) assert.equal(await start(url, keys), 'listening');
});

const newKey = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;

/** Starts the service in a directory of its own: that it listens, or the code and the words with which it ended. */
async function start(databaseUrl: string, masterKeys = ''): Promise<string> {
  const env = {
    ...bareEnvironment(),
    DATABASE_URL: databaseUrl,
    DEMO: 'off',
    HOST: '127.0.0.1',
    PORT: String(await freePort()),
    DATA_DIR: temporaryDirectory('sluice-keys-'),
    MASTER_KEYS: masterKeys,
  };
  const child = spawn(process.execPath, [MAIN, 'serve'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stderr.on('data', (text: Buffer) => {
    said += text;
  });
  const listening = new Promise<string>((heard) => {
    child.stdout.on('data', (text: Buffer) => text.includes('"listening"') && heard('listening'));
  });
  const ended = once(child, 'close').then(([code]) => `${code}: ${said.trim()}`);
  const silent = new Promise<string>((_, fail) => {
    setTimeout(() => fail(new Error('it neither listened nor ended')), GIVES_UP_AFTER_MS).unref();
  });
  try {
    return await Promise.race([listening, ended, silent]);
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
}
