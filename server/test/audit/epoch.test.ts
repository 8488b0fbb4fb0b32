import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuditEvent } from '../../src/audit/audit.store.ts';
import { AuditWriter, type Kept } from '../../src/audit/audit-writer.ts';
import { statement } from '../../src/base/database.ts';
import { auditEvents } from '../harness/audit-events.ts';
import { freshDatabase } from '../harness/database.ts';

const EPOCH = 7;
const setEpoch = statement<[value: number], never>('update auth_epoch set value = $1');
const PERSON = 11;
const OTHER = 12;
const setOwnEpoch = statement<[personId: number, value: number], never>(`
  insert into access_epoch (person_id, value) values ($1, $2)
  on conflict (person_id) do update set value = excluded.value`);
const guardOf = (personId: number, own: number) => ({ all: EPOCH, personId, own });

const event = (organization_id: number | null, request_id: string): AuditEvent => ({
  organization_id,
  at: '2026-03-01T10:00:00.000Z',
  request_id,
  operation: 'list_campaigns',
  path: '/v1/organizations/_/campaigns',
  status_code: 200,
  error_code: null,
  actor_type: 'api_key',
  user: null,
  key_prefix: null,
  key_last_four: null,
  ip: null,
  user_agent: null,
  client: null,
});

for (const [kind, other] of [
  ['of several organizations', 2],
  ['of which one belongs to none', null],
] as const) {
  test(`a batch ${kind} is kept whole under the epoch it assumed, and not at all under another`, async (t) => {
    const { database } = await freshDatabase(t);
    const writer = new AuditWriter(database.lane());
    await database.execute(setEpoch, EPOCH);
    assert.deepEqual(await together(writer, [event(1, 'req_a'), event(other, 'req_b')]), ['kept', 'kept']);
    await database.execute(setEpoch, EPOCH + 1);
    assert.deepEqual(await together(writer, [event(1, 'req_c'), event(other, 'req_d')]), ['stale', 'stale']);
    assert.deepEqual(await idsKept(database), ['req_a', 'req_b']);
  });
}

test('an event that depends on no epoch is kept when those beside it are stale', async (t) => {
  const { database } = await freshDatabase(t);
  const writer = new AuditWriter(database.lane());
  const free = { ...event(1, 'req_free'), path: FREE };
  await database.execute(setEpoch, EPOCH + 1);
  assert.deepEqual(await together(writer, [event(1, 'req_a'), free]), ['stale', 'kept']);
  assert.deepEqual(await idsKept(database), ['req_free']);
});

test('what changes of one person concerns nobody else: the others of a batch are kept', async (t) => {
  const { database } = await freshDatabase(t);
  const writer = new AuditWriter(database.lane());
  await database.execute(setEpoch, EPOCH);
  await database.execute(setOwnEpoch, PERSON, 4);
  const before = writer.keep(event(1, 'req_before'), null);
  const kept = await Promise.all([
    writer.keep(event(1, 'req_older'), guardOf(PERSON, 3)),
    writer.keep(event(1, 'req_other'), guardOf(OTHER, 0)),
    writer.keep(event(1, 'req_newest'), guardOf(PERSON, 4)),
  ]);
  assert.deepEqual(kept, ['stale', 'kept', 'kept']);
  await database.execute(setOwnEpoch, PERSON, 5);
  const again = writer.keep(event(1, 'req_before_again'), null);
  const then = await Promise.all([
    writer.keep(event(1, 'req_stale'), guardOf(PERSON, 4)),
    writer.keep(event(1, 'req_other_again'), guardOf(OTHER, 0)),
    writer.keep(event(1, 'req_free'), null),
  ]);
  assert.deepEqual(then, ['stale', 'kept', 'kept']);
  await Promise.all([before, again]);
  assert.deepEqual(await idsKept(database), ['req_free', 'req_newest', 'req_other', 'req_other_again']);
});

const FREE = '/v1/openapi.json';

/** Events that are handed over while another one is being written are one batch. */
async function together(writer: AuditWriter, events: AuditEvent[]): Promise<Kept[]> {
  const before = writer.keep(event(1, `req_before_${events[0]?.request_id}`), null);
  const kept = await Promise.all(events.map((one) => writer.keep(one, one.path === FREE ? null : guardOf(PERSON, 0))));
  await before;
  return kept;
}

async function idsKept(database: Parameters<typeof auditEvents>[0]): Promise<string[]> {
  const ids = (await auditEvents(database)).map(({ request_id }) => request_id);
  return ids.filter((id) => !id.startsWith('req_before')).sort();
}
