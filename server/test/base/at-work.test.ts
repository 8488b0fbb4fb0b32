import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AtWork } from '../../src/base/at-work.ts';

test('several are beside others where somebody else has come lately', (t) => {
  const now = performance.now();
  const clock = t.mock.method(performance, 'now', () => now);
  const atWork = new AtWork();
  for (const holder of ['1', '2', '3']) atWork.came(holder);
  assert.equal(atWork.isBesideOthers('1', '2'), true);
  assert.equal(atWork.isBesideOthers('1', '2', '3'), false);
  assert.equal(atWork.isBesideOthers('4'), true);
  clock.mock.mockImplementation(() => now + 9_000);
  atWork.came('1');
  clock.mock.mockImplementation(() => now + 11_000);
  assert.equal(atWork.isBesideOthers('2'), true);
  assert.equal(atWork.isBesideOthers('1'), false);
});

test('no more than the last thousand who came are remembered', () => {
  const atWork = new AtWork();
  for (let count = 0; count < 2_000; count += 1) atWork.came(`${count}`);
  const latest = Array.from({ length: 1_000 }, (_, at) => `${at + 1_000}`);
  assert.equal(atWork.isBesideOthers(...latest), false);
  assert.equal(atWork.isBesideOthers(...latest.slice(1)), true);
});
