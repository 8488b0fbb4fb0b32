import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AtWork } from '../../src/base/at-work.ts';
import { KeepingBusy } from '../../src/base/keeping-busy.ts';

const A_PAGE_MS = 300;
const ON_AND_ON = 10;

function busyWith({ others }: { others: boolean }) {
  const atWork = new AtWork();
  if (others) atWork.came('2');
  atWork.came('1');
  return { atWork, busy: new KeepingBusy(atWork) };
}

function keepOn(busy: KeepingBusy, holder = '1'): void {
  for (let times = 0; times < ON_AND_ON; times += 1) busy.had(holder, A_PAGE_MS);
}

test('whoever keeps the database busy beside others is in their way, and nobody else is', () => {
  const { busy } = busyWith({ others: true });
  keepOn(busy);
  assert.equal(busy.isInTheWay('1'), true);
  assert.equal(busy.isInTheWay('2'), false);
});

test('who asks for a page now and then is in nobody’s way, however much it reads', () => {
  const { busy } = busyWith({ others: true });
  busy.had('1', A_PAGE_MS);
  assert.equal(busy.isInTheWay('1'), false);
});

test('who is at work alone is in nobody’s way, whatever they ask for', () => {
  const { atWork, busy } = busyWith({ others: false });
  keepOn(busy);
  assert.equal(busy.isInTheWay('1'), false);
  atWork.came('2');
  assert.equal(busy.isInTheWay('1'), true, 'until others come');
});

test('a busy organization may keep a part of one connection busy on and on, and none does so with more than one', (t) => {
  let now = performance.now();
  t.mock.method(performance, 'now', () => now);
  const after = (seconds: number, msOfASecond: number) => {
    const atWork = new AtWork();
    const busy = new KeepingBusy(atWork);
    for (let second = 0; second < seconds; second += 1) {
      now += 1_000;
      atWork.came('2');
      atWork.came('1');
      busy.had('1', msOfASecond);
    }
    return busy.isInTheWay('1');
  };
  assert.equal(after(600, 900), false);
  assert.equal(after(600, 1_500), true);
});

test('what a holder had is forgotten in a while, however much it was', (t) => {
  const now = performance.now();
  const clock = t.mock.method(performance, 'now', () => now);
  const { busy } = busyWith({ others: true });
  keepOn(busy);
  clock.mock.mockImplementation(() => now + 2_000);
  assert.equal(busy.isInTheWay('1'), false);
  busy.had('2', 1);
  assert.equal(busy.size, 1);
});
