import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { before, describe, it } from 'node:test';

const RUNNER = join(import.meta.dirname, '../test.ts');
const FAILING = 'tools/test/failing.ts';

describe('the test runner, on a file that fails', () => {
  let code: number | null;
  let output: string;

  before(async () => {
    ({ code, output } = await runTests(FAILING));
  });

  it('names a failure by every title above it', () => {
    assert.match(output, titled('the harbour › at night › is closed'));
    assert.match(output, titled('the harbour › takes boats › by the day'));
    assert.match(output, titled('a suite whose end fails'));
  });

  it('reports a failure once, not again for the suites around it', () => {
    const reported = output.match(/^✖ .* — .*$/gm)?.filter((line) => !/ \d+ failed /.test(line)) ?? [];
    assert.equal(reported.length, 4, reported.join('\n'));
  });

  it('shows the cause of an internal_error: its stack and the request it happened in', () => {
    assert.match(output, titled('a service › answers'));
    assert.match(output, /request failed.*relation "auth_epoch" does not exist.*\n\s+at .*\.ts:\d+/s);
    assert.match(output, /request_id: '\S+'/);
  });

  it('ends with the counts, failed hooks among them, and says by its exit code that something failed', () => {
    assert.match(output, /\n2 passed, 5 failed\n$/);
    assert.equal(code, 1);
  });
});

/** A runner inside a test is not to believe itself a test file of the outer one. */
async function runTests(file: string): Promise<{ code: number | null; output: string }> {
  const { NODE_TEST_CONTEXT: _, TEST_DATABASE_URL: DATABASE_URL, ...env } = process.env;
  const child = spawn(process.execPath, [RUNNER, file], {
    env: { ...env, ...(DATABASE_URL !== undefined && { DATABASE_URL }) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return { code, output };
}

function titled(path: string): RegExp {
  return new RegExp(`^✖ ${FAILING}:\\d+ — ${path}$`, 'm');
}
