import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statement } from '../../src/base/database.ts';
import { LongestBlock } from '../harness/longest-block.ts';
import { startService } from '../harness/service.ts';

/** As many as an organization may have. */
const ACCOUNTS = 1_000;
const CALLS = 200;
const MIB = 2 ** 20;
/** Of processor time, several times what it is; collecting garbage is part of it. */
const LONGEST_BLOCK_MS = 50;

/** In four time zones, one of which nobody knows. */
const addAccounts = statement<[organizationId: number, status: string, many: number], never>(`
  insert into ad_account (organization_id, id, status, name, currency, time_zone, change_cursor, days_synced_at,
    latest_day, created_at)
  select $1::integer, $2::text || n, $2::text, 'Account ' || n, 'USD',
    (array['Europe/Berlin', 'America/New_York', 'Asia/Tokyo', 'Mars/Olympus'])[1 + n % 4], now(),
    timestamptz '2026-03-01T12:00:00Z', date '2026-02-27', now()
  from generate_series(1, $3::integer) n`);

test('a thousand ad accounts are looked at for the last complete day while nobody waits, and in no more room', async (t) => {
  const { database, world, call } = await startService(t, { config: { rateLimitPerMinute: 1_000_000 } });
  const { harbor, people } = world;
  await database.execute(addAccounts, harbor.id, 'linked', ACCOUNTS / 2);
  await database.execute(addAccounts, harbor.id, 'not_linked', ACCOUNTS / 2);
  const ask = async () => {
    const path = `/dashboard/v1/organizations/${harbor.slug}/performance/last-complete-day`;
    const { status, json, text } = await call('GET', path, { cookie: people.member.cookie });
    assert.equal(status, 200, text);
    assert.deepEqual(json, { last_complete_day: '2026-02-28' });
  };
  for (let calls = 0; calls < 20; calls += 1) await ask();

  const before = process.memoryUsage().rss;
  const block = new LongestBlock();
  for (let calls = 0; calls < CALLS; calls += 1) await ask();
  const longest = Math.round(block.end());
  const grown = Math.round((process.memoryUsage().rss - before) / MIB);
  t.diagnostic(`held others up for at most ${longest} ms, grew by ${grown} MiB`);
  assert.ok(longest <= LONGEST_BLOCK_MS, `${longest} ms`);
  assert.ok(grown < 100, `${grown} MiB`);
});
