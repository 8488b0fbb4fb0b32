import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { AuditEvent } from '../../src/audit/audit.store.ts';
import { AuditWriter } from '../../src/audit/audit-writer.ts';
import type { Database } from '../../src/base/database.ts';
import { auditEvents } from '../harness/audit-events.ts';
import { freshDatabase } from '../harness/database.ts';
import { startService, wholeSuite } from '../harness/service.ts';

const whole: AuditEvent = {
  organization_id: 1,
  at: '2026-03-01T10:00:00.000Z',
  request_id: 'req_whole',
  operation: 'list_campaigns',
  path: '/v1/organizations/_/campaigns',
  status_code: 200,
  error_code: 'not_found',
  actor_type: 'api_key',
  user: 'somebody@people.example',
  key_prefix: 'svc_live_aaaa',
  key_last_four: 'bbbb',
  ip: '192.0.2.1',
  user_agent: 'curl',
  client: 'Assistant',
};
/** What is text in an event. */
const TEXTS = Object.entries(whole).flatMap(([column, value]) =>
  typeof value === 'string' && !['at', 'request_id'].includes(column) ? [column] : [],
);
/** More than its column takes. */
const TOO_LARGE = 99_999;

describe('an event that whoever asked wrote something odd into', () => {
  const suite = wholeSuite();
  let database: Database;

  before(async () => {
    ({ database } = await freshDatabase(suite));
  });

  /** Events that are handed over while another one is being written are one batch. */
  async function together(writer: AuditWriter, events: AuditEvent[]) {
    const first = writer.keep({ ...whole, request_id: `req_first_${events[0]?.request_id}` }, null);
    const kept = await Promise.allSettled(events.map((event) => writer.keep(event, null)));
    await first;
    return kept.map((one) => (one.status === 'fulfilled' ? one.value : 'failed'));
  }

  for (const odd of ['a\0b', 'a\ud800b', 'a\udc00']) {
    test(`is kept with ${JSON.stringify(odd)} in any of its texts, as are those beside it`, async () => {
      const writer = new AuditWriter(database.lane());
      const mark = JSON.stringify(odd).length;
      for (const organization_id of [1, null]) {
        for (const column of TEXTS) {
          const request_id = `req_${column}_${mark}_${odd.charCodeAt(1)}_${organization_id}`;
          const event = { ...whole, organization_id, request_id, [column]: odd };
          const beside = { ...whole, request_id: `${request_id}_beside` };
          assert.deepEqual(await together(writer, [event, beside]), ['kept', 'kept'], column);
          const kept = (await auditEvents(database)).find((one) => one.request_id === request_id);
          assert.match(String(kept && Object.entries(kept).find(([name]) => name === column)?.[1]), /^a\\u\{\w+\}b?$/);
        }
      }
    });
  }

  test('that cannot be kept whatever is done fails alone', async () => {
    const writer = new AuditWriter(database.lane());
    const never = { ...whole, request_id: 'req_never', status_code: TOO_LARGE };
    const beside = ['req_one', 'req_two'].map((request_id) => ({ ...whole, request_id }));
    assert.deepEqual(await together(writer, [...beside, never]), ['kept', 'kept', 'failed']);
  });

  test('that is only counted, and cannot be kept, is given up once it was told of', async () => {
    const lost: unknown[] = [];
    const writer = new AuditWriter(database.lane(), (error) => lost.push(error));
    const nobodys = { organization_id: null, actor_type: null, error_code: 'rate_limited' };
    assert.equal(writer.keep({ ...whole, ...nobodys, request_id: 'req_late', status_code: TOO_LARGE }, null), 'kept');
    await writer.drained();
    await writer.drained();
    assert.equal(lost.length, 1);
  });
});

test('a request for an address with anything in it is answered and kept, and so are its neighbours', async (t) => {
  const service = await startService(t);
  const { key } = await service.world.addKey();
  const odd = ['%00', '%ed%a0%80', '%0d%0a', '%ff'].map(
    (part) => `/x${part}svc_live_AAAAbbbbccccddddeeeeffffgggghhhhiiii0`,
  );
  const answers = await Promise.all(
    odd.flatMap((path) => [service.call('GET', path), service.call('GET', '/v1/organizations', { key })]),
  );
  const expected = odd.flatMap(() => [404, 200]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    expected,
  );
  await service.service.gate.audit.drained();
  const counted = (await auditEvents(service.database)).reduce((sum, { count }) => sum + (count ?? 1), 0);
  assert.ok(counted >= expected.length, `${counted} requests are in the trail`);
});
