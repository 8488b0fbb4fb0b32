import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syncDue } from '../../../src/ad-accounts/sync/sync-due.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = Date.parse('2026-03-02T10:00:00Z');

const AT = { ours: NOW, platform: NOW };
const ago = (ms: number) => new Date(NOW - ms).toISOString();
const recent = {
  last_structure_sync_at: ago(DAY),
  change_cursor: ago(15 * MINUTE),
  days_synced_at: ago(15 * MINUTE),
  weeks_synced_at: ago(HOUR),
  months_synced_at: ago(DAY),
};

test('a new account needs everything and 90 days of figures', () => {
  const nothing = {
    last_structure_sync_at: null,
    change_cursor: null,
    days_synced_at: null,
    weeks_synced_at: null,
    months_synced_at: null,
  };
  assert.deepEqual(syncDue(nothing, AT), { structure: 'full', figures: { days: 90, weeks: true, months: true } });
});

test('every quarter of an hour only changes are read', () => {
  assert.deepEqual(syncDue(recent, AT), { structure: 'changes', figures: null });
});

test('the last 3 days of figures are read hourly, 35 days daily, 90 days weekly', () => {
  const figures = (progress: Partial<typeof recent>) => syncDue({ ...recent, ...progress }, AT).figures?.days;
  assert.equal(figures({ days_synced_at: ago(45 * MINUTE) }), undefined);
  assert.equal(figures({ days_synced_at: ago(HOUR - 30_000) }), 3);
  assert.equal(figures({ days_synced_at: ago(HOUR), weeks_synced_at: ago(23 * HOUR) }), 3);
  assert.equal(figures({ weeks_synced_at: ago(DAY) }), 35);
  assert.equal(figures({ months_synced_at: ago(7 * DAY - HOUR) }), undefined);
  assert.equal(figures({ months_synced_at: ago(7 * DAY) }), 90);
});

test('everything is read again weekly', () => {
  assert.equal(syncDue({ ...recent, last_structure_sync_at: ago(6 * DAY) }, AT).structure, 'changes');
  assert.equal(syncDue({ ...recent, last_structure_sync_at: ago(7 * DAY) }, AT).structure, 'full');
});
