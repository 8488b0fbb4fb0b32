import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { before, describe, it } from 'node:test';
import { runAgain } from './again.ts';
import type { Outcome } from './outcome.ts';
import { timeToSpare } from './spare-time.ts';

const RUNNER = join(import.meta.dirname, '../test.ts');
const FAILING = 'tools/test/failing.ts';
const SKIPPING = 'tools/test/skipping.ts';
const LATE = 'tools/test/late.ts';

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

  it('repeats every failure at the end, where a report that was cut still has it', () => {
    const [, end = ''] = output.split('\nFailed:\n');
    assert.match(end, /the harbour › at night › is closed\n.*closed/s);
    assert.match(end, /the harbour › takes boats › by the day\n.*no berth left/s);
  });

  it('ends with the counts, failed hooks among them, and says by its exit code that something failed', () => {
    assert.match(output, /\n2 passed, 5 failed\n$/);
    assert.equal(code, 1);
  });
});

describe('the test runner, on a file of which nothing can run here', () => {
  it('says that it was skipped, not that nothing was heard of it', async () => {
    const { output } = await runTests(SKIPPING);
    assert.match(output, /, 1 skipped\n0 passed, 0 failed\n$/);
  });
});

describe('the test runner, on a file in which something breaks after its test has passed', () => {
  it('says what broke, and that the file failed', async () => {
    const { output } = await runTests(LATE);
    assert.match(output, /the file as a whole\n.*exit code 1/);
    assert.match(output, /"sets sail".*the rope was cut/);
    assert.match(output, /2 passed, 1 failed\n$/);
  });
});

describe('files that failed beside others', () => {
  const ended = (what: string, failed: number): Outcome => ({ what, passed: 1, failed, skipped: 0, failures: [] });
  const whole = [ended('unsteady', 1), ended('broken', 1), ended('good', 0), ended('npm run check:types', 1)];
  const isFile = (what: string) => !what.startsWith('npm');

  it('count as passed when they pass alone, and as failed when they fail again', async () => {
    const tried: string[] = [];
    const outcomes = await runAgain(whole, isFile, async (file) => {
      tried.push(file);
      return [ended(file, file === 'broken' ? 1 : 0)];
    });
    assert.deepEqual(tried, ['unsteady', 'broken']);
    assert.deepEqual(
      outcomes.filter(({ failed }) => failed > 0).map(({ what }) => what),
      ['broken', 'npm run check:types'],
    );
  });

  it('are not tried again when there are many', async () => {
    const many = Array.from({ length: 7 }, (_, at) => ended(`file ${at}`, 1));
    const outcomes = await runAgain(many, isFile, () => assert.fail('tried again'));
    assert.deepEqual(outcomes, many);
  });
});

describe('a file that waits most of its time', () => {
  it('is run beside the others once the processors are idle for a quarter of the time', async () => {
    const shares = [0.1, 0.24, 0.25, 0.9];
    await timeToSpare(
      () => true,
      async () => shares.shift() ?? assert.fail('looked again'),
    );
    assert.deepEqual(shares, [0.9]);
  });

  it('is not waited for once others have taken the last one', async () => {
    await timeToSpare(
      () => false,
      async () => assert.fail('looked'),
    );
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
