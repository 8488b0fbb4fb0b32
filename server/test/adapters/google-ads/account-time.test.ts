import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { AccountTime } from '../../../src/adapters/google-ads/account-time.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Where clocks are put back or forward, by an hour and by half of one. */
const CHANGES = [
  ['America/New_York', '2026-11-01T06:00:00Z'],
  ['America/New_York', '2027-03-14T07:00:00Z'],
  ['Europe/Berlin', '2026-10-25T01:00:00Z'],
  ['Europe/Berlin', '2027-03-28T01:00:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T15:30:00Z'],
  ['UTC', '2026-11-01T06:00:00Z'],
] as const;

/** Instants on both sides of a change. */
function around(change: string): number[] {
  return Array.from({ length: 37 }, (_, index) => Date.parse(change) + (index - 18) * 10 * MINUTE);
}

describe('an account’s local time where clocks change', () => {
  for (const [zone, change] of CHANGES) {
    const local = new AccountTime(zone);

    test(`what happens from an instant on is found by its local time (${zone}, ${change})`, () => {
      for (const from of around(change)) {
        const begin = local.beginText(from);
        for (const at of around(change).filter((one) => one >= from)) {
          assert.ok(local.localText(at) >= begin, `${new Date(at).toISOString()} from ${new Date(from).toISOString()}`);
        }
      }
    });

    test(`a local time is each instant at which it was shown, and no other (${zone}, ${change})`, () => {
      for (const at of around(change)) {
        const { first, last } = local.instants(local.localText(at));
        assert.ok(first === at || last === at, new Date(at).toISOString());
        assert.deepEqual(
          [first, last].map((one) => local.localText(one)),
          Array(2).fill(local.localText(at)),
        );
      }
    });

    test(`what would be in the future has been (${zone}, ${change})`, () => {
      for (const now of around(change)) {
        assert.deepEqual(local.instants(local.localText(now), now).first, local.instants(local.localText(now)).first);
        const ago = now - 30 * MINUTE;
        const { last } = local.instants(local.localText(ago), now);
        assert.ok(last >= ago && last <= now + HOUR / 12, new Date(now).toISOString());
      }
    });
  }
});
