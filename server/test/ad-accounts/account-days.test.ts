import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountDays } from '../../src/ad-accounts/account-days.ts';
import type { AdAccountRow } from '../../src/ad-accounts/ad-account.store.ts';

const NOW = Date.parse('2026-03-10T12:00:00Z');

const read: AdAccountRow = {
  id: '1000000001',
  status: 'linked',
  selected: true,
  name: 'Read',
  currency: 'USD',
  time_zone: 'UTC',
  login_customer_id: null,
  connection_id: 'con_1',
  last_structure_sync_at: '2026-03-10T00:00:00Z',
  change_cursor: '2026-03-10T11:00:00Z',
  days_synced_at: '2026-03-10T11:00:00Z',
  weeks_synced_at: null,
  months_synced_at: null,
  latest_day: '2026-03-09',
  sync_asked_at: null,
  too_large_since: null,
  too_large_at: null,
};
const neverRead: AdAccountRow = {
  ...read,
  id: '1000000002',
  change_cursor: null,
  latest_day: null,
  too_large_since: '2026-03-01T00:00:00Z',
};

test('an account that could never be read keeps nobody from the figures of the others', () => {
  const { through, accounts } = accountDays([read, neverRead], NOW);
  assert.equal(through, accountDays([read], NOW).through);
  assert.notEqual(through, null);
  assert.deepEqual(
    accounts.map(({ tooLarge }) => tooLarge),
    [null, 'unread'],
  );
});

test('of such an account alone nothing is known', () => {
  assert.equal(accountDays([neverRead], NOW).through, null);
});
