import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AuditEvent } from '../../src/audit/audit.store.ts';
import { AuditWriter } from '../../src/audit/audit-writer.ts';
import { noteRequest, noteRequestApart } from '../../src/audit/begun-request.ts';
import type { Database, Queryable } from '../../src/base/database.ts';
import { auditEvents, eventOf } from '../harness/audit-events.ts';
import { freshDatabase } from '../harness/database.ts';
import { gone } from '../harness/gone.ts';
import { startService } from '../harness/service.ts';
import { lookForUnanswered, notedRequests } from './unanswered.ts';

const GONE = Object.assign(new Error('terminating connection'), { code: '57P01' });
const WAITING = 10_000;
const STUCK_WITHIN_MS = 10_000;
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const MESSAGE = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

const eventFrom = (n: number): AuditEvent => ({
  organization_id: 1,
  at: '2026-03-01T10:00:00.000Z',
  request_id: `req_${n}`,
  operation: 'list_campaigns',
  path: '/v1/organizations/_/campaigns',
  status_code: 503,
  error_code: 'temporarily_unavailable',
  actor_type: 'user',
  user: 'somebody@people.example',
  key_prefix: null,
  key_last_four: null,
  ip: '192.0.2.1',
  user_agent: 'curl',
  client: null,
});

test('whatever is told while the database is gone is in the trail once it is back', async (t) => {
  const state: { outage?: Error } = {};
  const service = await startService(t, { adapters: (database) => ({ database: gone(database, state) }) });
  const { key } = await service.world.addKey();
  const { cookie } = service.world.people.owner;
  const ASKED: Record<string, () => Promise<Response>> = {
    'with a key': () => ask('GET', '/v1/organizations', { authorization: `Bearer ${key}` }),
    'of a tool': () =>
      ask('POST', '/mcp', { ...MESSAGE, authorization: `Bearer ${key}` }, '{"jsonrpc":"2.0","id":1,"method":"ping"}'),
    'in the dashboard': () => ask('GET', '/dashboard/v1/sessions', { cookie }),
    'of nobody': () => ask('GET', '/v1/campaigns'),
    'of an app that asks a person': () => ask('GET', '/oauth/authorize?client_id=x'),
    'of an app that goes on': () => ask('GET', `/oauth/authorize/${'x'.repeat(43)}`),
    'of an app that ends': () => ask('POST', '/oauth/revoke', FORM, 'token=x&client_id=x'),
    'of an app that brings a token which nobody remembers': () =>
      ask('GET', `/oauth/authorize/${'x'.repeat(43)}`, {
        authorization: `Bearer ${randomBytes(32).toString('base64url')}`,
      }),
    'of an app that refreshes': () =>
      ask('POST', '/oauth/token', FORM, 'grant_type=refresh_token&refresh_token=x&client_id=x'),
    'of an app that registers': () =>
      ask('POST', '/oauth/register', { 'content-type': 'application/json' }, '{"redirect_uris":["http://localhost/"]}'),
  };
  const ask = (method: string, path: string, headers: Record<string, string> = {}, body?: string) =>
    fetch(service.base + path, { method, headers, redirect: 'manual', ...(body !== undefined && { body }) });
  for (const prepare of Object.values(ASKED)) await prepare();
  for (const [who, prepare] of Object.entries(ASKED)) {
    service.clock.turn({ minutes: 2 });
    const before = (await auditEvents(service.database)).length;
    state.outage = GONE;
    const answer = await prepare();
    assert.equal(answer.status, 503, `${who}: ${await answer.text()}`);
    delete state.outage;
    await service.service.gate.audit.drained();
    const kept = (await auditEvents(service.database)).slice(before);
    assert.deepEqual(
      kept.map(({ status_code, count }) => [status_code, count]),
      [[503, 1]],
      who,
    );
    if (kept[0]?.actor_type !== null) assert.equal(kept[0]?.request_id, answer.headers.get('x-request-id'), who);
  }
});

/** What became of the change that a request was to be noted beside. */
const NOTED: Record<string, (database: Database, event: AuditEvent) => Promise<void>> = {
  'was rolled back with its note': async () => {},
  'stands beside its note': (db, event) => noteRequest({ db, organizationId: 1 }, asNoted(event), LONG_AGO),
  'stands beside its note, of no organization': (db, event) => noteRequestApart(db, asNoted(event), LONG_AGO),
};
const LONG_AGO = new Date('2026-03-01T10:00:00.000Z');
const asNoted = (event: AuditEvent) => ({ ...event, status_code: 500, error_code: 'answer_unknown' });

for (const [what, prepare] of Object.entries(NOTED)) {
  for (const order of ['before', 'after'] as const) {
    test(`a change that ${what} has one event, of what was told, where it is kept ${order} notes are looked for`, async (t) => {
      const state: { outage?: Error } = {};
      const { service, database } = await startService(t);
      const writer = new AuditWriter(gone(database, state).lane());
      const event = { ...eventFrom(1), organization_id: what.endsWith('no organization') ? null : 1, begun: true };
      await prepare(database, event);
      state.outage = GONE;
      await writer.keepSoon(event);
      delete state.outage;
      if (order === 'after') await lookForUnanswered(service.services);
      await writer.drained();
      assert.deepEqual(await notedRequests(database), []);
      await lookForUnanswered(service.services);
      const { status_code, error_code } = await eventOf(database, event.request_id);
      assert.deepEqual([status_code, error_code], [event.status_code, event.error_code]);
    });
  }
}

test('of what waits to be written there is an end, and the log is told once', async (t) => {
  const { database } = await freshDatabase(t);
  const state: { outage?: Error } = { outage: GONE };
  const lost: unknown[] = [];
  const writer = new AuditWriter(gone(database, state).lane(), (error) => lost.push(error));
  await Promise.all(Array.from({ length: WAITING + 5 }, (_, n) => writer.keepSoon(eventFrom(n))));
  assert.equal(lost.length, 1);
  delete state.outage;
  await writer.drained();
  await writer.drained();
  assert.equal((await auditEvents(database)).length, WAITING);
});

test('events that are long under way count as lost until they are there, and nobody waits behind them', async (t) => {
  const { database } = await freshDatabase(t);
  const stuck = Promise.withResolvers<void>();
  const lane = database.lane();
  const slow: Queryable = {
    ...lane,
    execute: async (asked, ...values) => {
      await stuck.promise;
      return lane.execute(asked, ...values);
    },
  };
  const writer = new AuditWriter(slow);
  const first = writer.keep(eventFrom(1), null);
  assert.equal(writer.hasFailed, false);
  for (const until = performance.now() + STUCK_WITHIN_MS; !writer.hasFailed; await sleep(50)) {
    assert.ok(performance.now() < until);
  }
  await writer.keepSoon(eventFrom(2));
  stuck.resolve();
  assert.equal(await first, 'kept');
  await writer.drained();
  assert.equal(writer.hasFailed, false);
  assert.equal((await auditEvents(database)).length, 2);
});
