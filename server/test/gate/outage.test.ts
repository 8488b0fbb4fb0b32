import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { OutageLog } from '../../src/base/outage.ts';
import { diagnose } from '../../src/tasks/failure-reasons.ts';
import { eventOf } from '../harness/audit-events.ts';
import { gone } from '../harness/gone.ts';
import { startService } from '../harness/service.ts';

const coded = (code: string) => Object.assign(new Error(`failed with ${code}`), { code });
const unreached = (syscall: string, code: string) => Object.assign(coded(code), { syscall });

/** How a database shows that it is gone. */
const OUTAGES = [
  unreached('connect', 'ECONNREFUSED'),
  coded('57P01'),
  coded('57P03'),
  coded('08006'),
  coded('53300'),
  coded('58030'),
  coded('25006'),
  unreached('getaddrinfo', 'EAI_AGAIN'),
  new Error('Connection terminated unexpectedly'),
  new Error('Client has encountered a connection error and is not queryable'),
  new Error('Client was closed and is not queryable'),
  new Error('timeout expired'),
];

describe('while the database cannot be reached', () => {
  for (const outage of OUTAGES) {
    test(`whoever asks is told to come back: ${outage.message}`, async (t) => {
      const state: { outage?: Error } = {};
      const service = await startService(t, { adapters: (database) => ({ database: gone(database, state) }) });
      const { key } = await service.world.addKey();
      const ask = (path = '/v1/organizations') =>
        fetch(`${service.base}${path}`, { headers: { authorization: `Bearer ${key}` } });
      assert.equal((await ask()).status, 200);
      state.outage = outage;
      for (const answer of [await ask(), await ask('/nowhere')]) {
        const text = await answer.text();
        assert.equal(answer.status, 503, text);
        assert.ok(Number(answer.headers.get('retry-after')) > 0);
        assert.match(text, /"code":"rate_limited".*Try again/);
      }
      delete state.outage;
      assert.equal((await ask()).status, 200);
    });
  }

  test('a message to the MCP server of somebody who is known is told to come back under the id of its event', async (t) => {
    const state: { outage?: Error; only: RegExp } = { only: /lease_requests/ };
    const service = await startService(t, { adapters: (database) => ({ database: gone(database, state) }) });
    const { key, creator } = await service.world.addKey();
    const ask = () =>
      fetch(`${service.base}/mcp`, {
        method: 'POST',
        headers: { ...MESSAGE, authorization: `Bearer ${key}` },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
      });
    assert.equal((await ask()).status, 200);
    service.clock.turn({ minutes: 2 });
    state.outage = coded('57P01');
    const answer = await ask();
    assert.equal(answer.status, 503, await answer.text());
    const event = await eventOf(service.database, answer.headers.get('x-request-id') ?? '');
    assert.deepEqual([event.operation, event.status_code, event.user], ['mcp_message', 503, creator.email]);
  });

  test('a task that finds it so is tried again', () => {
    for (const outage of OUTAGES) assert.equal(diagnose(outage).retryable, true, outage.message);
  });

  test('the log is told once, and every ten seconds how often it was found since', () => {
    const told: number[] = [];
    const log = new OutageLog((_error, untold) => told.push(untold));
    for (const now of [0, 1, 9_999, 10_000, 10_001, 25_000]) log.note(new Error('gone'), now);
    assert.deepEqual(told, [0, 2, 1]);
  });
});

const MESSAGE = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
