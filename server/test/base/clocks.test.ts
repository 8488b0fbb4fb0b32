import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agreedNow, ClockWatch, isAhead, latestNow, sharedNow } from '../../src/base/clocks.ts';
import { freshDatabase } from '../harness/database.ts';
import { notedWarnings } from '../harness/noted-warnings.ts';
import { TurnableClock } from '../harness/turnable-clock.ts';
import { DAY_MS, WrongClock } from '../harness/wrong-clock.ts';

const MINUTE_MS = 60_000;

test('a note is of a clock that was wrong where it lies more than five minutes ahead', () => {
  const now = Date.parse('2026-03-02T10:00:00Z');
  assert.equal(isAhead(null, now), false);
  assert.equal(isAhead('2026-03-02T09:00:00Z', now), false);
  assert.equal(
    isAhead('2026-03-02T10:05:00Z', now),
    false,
    'clocks differ by seconds, and notes are made of what is next',
  );
  assert.equal(isAhead('2026-03-02T10:05:01Z', now), true);
  assert.equal(isAhead(now + DAY_MS, now), true);
});

test('the database says what time it is; a clock that is turned by hand says so itself', async (t) => {
  const { database } = await freshDatabase(t);
  const wrong = new WrongClock();
  const near = (told: number, expected: number) => assert.ok(Math.abs(told - expected) < MINUTE_MS, `${told}`);
  for (const aheadMs of [-DAY_MS, 0, DAY_MS]) {
    wrong.aheadMs = aheadMs;
    near(await sharedNow(database, wrong), Date.now());
    near(await latestNow({ database, clock: wrong }), Date.now() + Math.max(0, aheadMs));
    const agreed = await agreedNow({ database, clock: wrong });
    assert.equal(agreed !== undefined, aheadMs === 0);
  }
  const turned = new TurnableClock();
  for (const told of [
    sharedNow(database, turned),
    latestNow({ database, clock: turned }),
    agreedNow({ database, clock: turned }),
  ])
    assert.equal(await told, turned.now());
});

test('a clock that differs from the database’s by more than a minute is warned of once, whichever way', async (t) => {
  const { database } = await freshDatabase(t);
  for (const way of [1, -1]) {
    const clock = new WrongClock();
    const { log, warnings } = notedWarnings();
    const watch = new ClockWatch({ database, clock, log });
    const looked: number[] = [];
    for (const aheadMs of [0, 30_000, 2 * MINUTE_MS, DAY_MS, 0, 2 * MINUTE_MS]) {
      clock.aheadMs = way * aheadMs;
      await watch.look();
      looked.push(warnings.length);
    }
    assert.deepEqual(looked, [0, 0, 1, 1, 1, 2]);
  }
});
