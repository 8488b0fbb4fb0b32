import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PlatformTime } from '../../../src/adapters/google-ads/platform-time.ts';
import { TurnableClock } from '../../harness/turnable-clock.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Our clock, the platform's, and what the adapter makes of both. */
function clocks() {
  const ours = new TurnableClock('2026-03-02T10:00:00.500Z');
  const time = new PlatformTime(ours);
  let ahead = 0;
  return {
    ours,
    time,
    platform: () => ours.now() + ahead,
    advance(ms: number) {
      ahead += ms;
    },
    /** Sent in the middle of a second, so that what it says of it is exact. */
    answer: () => time.observe(new Date(ours.now() + ahead).toUTCString()),
  };
}

test('clocks that differ by less than a minute count as one', () => {
  const { time, ours, advance, answer } = clocks();
  for (const ms of [900, 58_000, -110_000]) {
    advance(ms);
    answer();
    assert.equal(time.now(), ours.now());
    assert.equal(time.toOurs(ours.now() + ms), ours.now() + ms);
  }
});

test('an answer without a date, or with one that is none, tells nothing', () => {
  const { time, ours } = clocks();
  time.observe(null);
  time.observe('');
  time.observe('yesterday');
  assert.equal(time.now(), ours.now());
});

test('what happened on either side of a jump of the platform is dated as it was by our clock', () => {
  const { time, ours, platform, advance, answer } = clocks();
  const happened: { ours: number; theirs: number }[] = [];
  const happens = () => {
    ours.turn({ minutes: 30 });
    happened.push({ ours: ours.now(), theirs: platform() });
  };
  answer();
  for (const days of [0, 1, 2]) {
    advance(days * DAY);
    happens();
    answer();
    happens();
  }
  assert.equal(time.now(), platform());
  assert.deepEqual(
    happened.map(({ theirs }) => time.toOurs(theirs)),
    happened.map((one) => one.ours),
  );
  for (const one of happened) assert.ok(time.toPlatform(one.ours) <= one.theirs, 'nothing is missed');
  assert.equal(time.toPlatform(ours.now()), platform());
});

test('the same holds where our clock jumps', () => {
  const { time, ours, platform, advance, answer } = clocks();
  answer();
  const before = { ours: ours.now(), theirs: platform() };
  ours.turn({ hours: 6 });
  advance(-6 * HOUR);
  answer();
  assert.equal(time.now(), platform());
  assert.equal(time.toOurs(before.theirs), before.ours);
  ours.turn({ minutes: 1 });
  assert.equal(time.toOurs(platform()), ours.now());
  assert.ok(time.toPlatform(before.ours + HOUR) <= before.theirs);
});

test('what happened just before a jump is not taken for later because dates tell whole seconds only', () => {
  for (const fraction of [0, 0.2, 0.4, 0.6, 0.8]) {
    const { time, ours, platform, advance, answer } = clocks();
    ours.turn({ seconds: fraction });
    advance(DAY);
    answer();
    ours.turn({ seconds: 1 - fraction });
    const happened = { ours: ours.now(), theirs: platform() };
    ours.turn({ seconds: 0.05 });
    advance(DAY);
    answer();
    assert.ok(Math.abs(time.toOurs(happened.theirs) - happened.ours) <= 500, `${fraction}`);
  }
});

test('answers that tell whole seconds tell together how far apart the clocks are', () => {
  const { time, ours, platform, advance, answer } = clocks();
  advance(2 * DAY + 345);
  for (let answers = 0; answers < 40; answers += 1) {
    ours.turn({ seconds: 1.618 });
    answer();
  }
  assert.ok(Math.abs(time.now() - platform()) <= 30, `${time.now() - platform()} ms`);
  assert.ok(Math.abs(time.toOurs(platform()) - ours.now()) <= 30);
});
