import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gather } from '../src/events/gather.ts';

const MINUTE_MS = 60_000;

test('what is heard is passed on at once', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const passed: (readonly string[])[] = [];
  const { add } = gather<string>((items) => passed.push(items));
  add(['approvals']);
  t.mock.timers.tick(5_000);
  add(['campaigns']);
  assert.deepEqual(passed, [['approvals'], ['campaigns']]);
});

test('what is heard soon after is passed on together, and the last of it is not lost', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const passed: (readonly string[])[] = [];
  const { add, stop } = gather<string>((items) => passed.push(items));
  for (const topic of ['approvals', 'campaigns', 'approvals', 'actions']) add([topic]);
  t.mock.timers.tick(1_000);
  assert.deepEqual(passed, [['approvals'], ['campaigns', 'approvals', 'actions']]);
  add(['tasks']);
  stop();
  t.mock.timers.tick(MINUTE_MS);
  assert.equal(passed.length, 2, 'nobody listens any more');
});

test('a flood is passed on a few times a minute', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let passed = 0;
  const { add } = gather<string>(() => {
    passed += 1;
  });
  for (let at = 0; at < MINUTE_MS; at += 200) {
    add(['approvals']);
    t.mock.timers.tick(200);
  }
  assert.ok(passed <= 10, `${passed} times`);
  t.mock.timers.tick(MINUTE_MS);
  add(['approvals']);
  const after = passed;
  t.mock.timers.tick(1_000);
  assert.equal(passed, after, 'and at once again when it is over');
});
