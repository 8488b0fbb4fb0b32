import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { AuditEvent } from '../../src/audit/audit.store.ts';
import { Tally } from '../../src/audit/tally.ts';

const AT = '2026-03-02T09:00:00.000Z';

suite('Requests of nobody are counted', () => {
  const from = (ip: string, path = '/v1/x'): AuditEvent => ({
    request_id: 'req_1',
    at: AT,
    organization_id: null,
    actor_type: null,
    user: null,
    operation: 'sign_in',
    path,
    status_code: 401,
    error_code: 'unauthorized',
    key_prefix: null,
    key_last_four: null,
    ip,
    user_agent: 'a',
    client: null,
  });

  test('by address and path, of an address for twenty paths', () => {
    const tally = new Tally();
    tally.count(from('192.0.2.1'));
    assert.deepEqual(seen(tally.count(from('192.0.2.1'))), ['192.0.2.1', '/v1/x', 2]);
    for (let i = 0; i < 19; i += 1) tally.count(from('192.0.2.1', `/v1/${i}`));
    assert.deepEqual(seen(tally.count(from('192.0.2.1', '/v1/y'))), ['192.0.2.1', '*', 1]);
  });

  test('a network with many addresses is one of them in the end, and hides nobody else', () => {
    const tally = new Tally();
    for (let i = 0; i < 5_000; i += 1) tally.count(from(`2001:db8:1:${i.toString(16)}::1`));
    assert.deepEqual(seen(tally.count(from('2001:db8:1:ffff::1'))), ['2001:db8:1::/48', '*', 4_901]);
    assert.deepEqual(seen(tally.count(from('192.0.2.7'))), ['192.0.2.7', '/v1/x', 1]);
  });

  test('beyond a thousand events in a minute addresses are not told apart, until the next', () => {
    const tally = new Tally();
    for (let i = 0; i < 1_100; i += 1) tally.count(from(`10.${i % 250}.${Math.floor(i / 250)}.1`));
    assert.deepEqual(seen(tally.count(from('192.0.2.7'))), [null, '*', 101]);
    const later = { ...from('192.0.2.7'), at: '2026-03-02T09:01:00.000Z' };
    assert.deepEqual(seen(tally.count(later)), ['192.0.2.7', '/v1/x', 1]);
  });
});

function seen({ ip, path, count }: AuditEvent) {
  return [ip, path, count];
}
