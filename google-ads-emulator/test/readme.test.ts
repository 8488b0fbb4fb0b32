import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const README = new URL('../README.md', import.meta.url);

test('the command of the README starts the emulator', async (t) => {
  const command = /```\n(npm start .+)\n```/.exec(readFileSync(README, 'utf8'))?.[1];
  assert.ok(command, 'the README has a command');
  const dataDir = mkdtempSync(join(tmpdir(), 'emulator-'));
  const started = command.replace(/--port \d+/, `--port 0 --data-dir ${dataDir} --with-parent`);
  const child = spawn(started, { cwd: ROOT, shell: true, stdio: ['pipe', 'pipe', 'ignore'] });
  const gone = once(child, 'exit');
  t.after(async () => {
    child.stdin.end();
    await gone;
    rmSync(dataDir, { recursive: true });
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /^emulator ready (\S+)$/.exec(line)?.[1];
    if (url === undefined) continue;
    assert.equal((await fetch(`${url}/_emulator/state`)).status, 200);
    return;
  }
  assert.fail('it did not start');
});
