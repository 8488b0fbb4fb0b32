import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as aRound } from 'node:timers/promises';
import { KeepingBusy } from '../../src/base/keeping-busy.ts';
import { LightTurns } from '../../src/base/light-turns.ts';

const A_PAGE_MS = 300;
const ON_AND_ON = 10;

function busyWith({ others }: { others: boolean }) {
  const busy = new KeepingBusy();
  if (others) busy.came('2');
  busy.came('1');
  return busy;
}

function keepOn(busy: KeepingBusy, holder = '1'): void {
  for (let times = 0; times < ON_AND_ON; times += 1) busy.had(holder, A_PAGE_MS);
}

test('whoever keeps the database busy beside others is in their way, and nobody else is', () => {
  const busy = busyWith({ others: true });
  keepOn(busy);
  assert.equal(busy.isInTheWay('1'), true);
  assert.equal(busy.isInTheWay('2'), false);
});

test('who asks for a page now and then is in nobody’s way, however much it reads', () => {
  const busy = busyWith({ others: true });
  busy.had('1', A_PAGE_MS);
  assert.equal(busy.isInTheWay('1'), false);
});

test('who is at work alone is in nobody’s way, whatever they ask for', () => {
  const busy = busyWith({ others: false });
  keepOn(busy);
  assert.equal(busy.isInTheWay('1'), false);
  busy.came('2');
  assert.equal(busy.isInTheWay('1'), true, 'until others come');
});

test('what a holder had is forgotten in a while, however much it was', (t) => {
  const now = performance.now();
  const clock = t.mock.method(performance, 'now', () => now);
  const busy = busyWith({ others: true });
  keepOn(busy);
  clock.mock.mockImplementation(() => now + 2_000);
  assert.equal(busy.isInTheWay('1'), false);
  busy.had('2', 1);
  assert.equal(busy.size, 1);
});

test('of a holder in the way one light statement is under way, of others many', async () => {
  const busy = busyWith({ others: true });
  const light = new LightTurns(busy);
  const underWay: string[] = [];
  const { promise: end, resolve: endAll } = Promise.withResolvers<void>();
  const ask = (holder: string) =>
    light.take(holder, () => {
      underWay.push(holder);
      return end;
    });
  keepOn(busy);
  const all = ['1', '1', '1', '2', '2', '2'].map(ask);
  await aRound();
  assert.deepEqual(underWay, ['1', '2', '2', '2']);
  endAll();
  await Promise.all(all);
  assert.equal(underWay.length, 6);
});
