import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from '../../src/adapters/pino-log.ts';
import type { Log } from '../../src/base/log.ts';
import { threadMs } from '../harness/longest-block.ts';

const KEY = 'svc_live_ab12cdefghijklmnopqrstuvwxyz0123456789AB';

test('a log line is JSON with level, time and message', () => {
  const line = JSON.parse(logged((log) => log.child({ request_id: 'req_1' }).info({ status: 200 }, 'served')));
  assert.equal(line.level, 'info');
  assert.equal(line.msg, 'served');
  assert.equal(line.status, 200);
  assert.equal(line.request_id, 'req_1');
  assert.ok(!Number.isNaN(Date.parse(line.time)));
});

test('fields that hold secrets are redacted at any depth, and the line stays JSON', () => {
  const text = logged((log) =>
    log.child({ apiKey: 'hush' }).warn(
      {
        headers: { authorization: 'Bearer hush', 'set-cookie': ['a=hush', 'b="hush]"'], accept: 'text/html' },
        nested: { deep: { refresh_token: 'hush', password: 'hu"sh\\', clientSecret: { value: 'hush}' } } },
        key: Buffer.from('hush'),
        key_prefix: 'svc_live_ab12',
        tokens_left: 3,
      },
      'x',
    ),
  );
  assert.doesNotMatch(text, /hush|hu\\"sh|104,117/);
  const line = JSON.parse(text);
  assert.equal(line.headers.accept, 'text/html');
  assert.equal(line.key_prefix, 'svc_live_ab12');
  assert.equal(line.tokens_left, 3);
});

test('keys, bearer tokens, passwords and codes in addresses are redacted inside any string', () => {
  const error = new Error(`refused ${KEY} for Bearer abcdefgh.ijkl-mnop_qrst==`);
  const text = logged((log) =>
    log.error(
      { err: error, url: '/oauth/callback?code=4%2Fhush&state=hush&page=2', database: 'postgres://sluice:hush@db/x' },
      `could not use ${KEY}`,
    ),
  );
  assert.doesNotMatch(text, /hush|cdefghijkl|abcdefgh/);
  const line = JSON.parse(text);
  assert.equal(line.msg, 'could not use svc_live_ab12[redacted]');
  assert.match(line.url, /page=2$/);
  assert.equal(line.database, 'postgres://sluice:[redacted]@db/x');
  assert.match(line.err.stack, /log\.test\.ts/);
});

/** What secrets are looked for by, as somebody would write it who wants to be looked at for long. */
const RUNS = [
  'a',
  'a+',
  'a+b://',
  'a://b:',
  '://',
  '"',
  '\\"',
  '"key":',
  '"key":[',
  '"key":{"',
  '\\',
  'Bearer ',
  '?a',
  '&token',
  '1//',
  '/join/',
];
const SHORT = 20_000;

for (const run of RUNS) {
  test(`a line costs what it is long, and not its square, also with ${JSON.stringify(run)} again and again`, () => {
    const cost = (length: number) => {
      const said = run.repeat(length / run.length);
      const begun = threadMs();
      logged((log) => log.info({ err: new Error(said) }, 'refused'));
      return threadMs() - begun;
    };
    cost(SHORT);
    const [short, long] = [cost(SHORT), cost(8 * SHORT)];
    assert.ok(long < 16 * short + 20, `${short.toFixed(1)} ms for ${SHORT}, ${long.toFixed(1)} ms for 8 times as many`);
  });
}

test('what is below the level is not written', () => {
  assert.equal(
    logged((log) => log.debug({}, 'x')),
    '',
  );
});

function logged(write: (log: Log) => void): string {
  let text = '';
  const log = createLog('info', {
    write: (line) => {
      text += line;
    },
  });
  write(log);
  return text;
}
