import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Database, Queryable } from '../../src/base/database.ts';
import { OutageLog } from '../../src/base/outage.ts';
import { diagnose } from '../../src/tasks/failure-reasons.ts';
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

/** The same database until an outage is set. */
function gone(database: Database, state: { outage?: Error }): Database {
  const failing = (queries: Queryable): Queryable => ({
    rows: async (...asked) => (state.outage ? Promise.reject(state.outage) : queries.rows(...asked)),
    row: async (...asked) => (state.outage ? Promise.reject(state.outage) : queries.row(...asked)),
    execute: async (...asked) => (state.outage ? Promise.reject(state.outage) : queries.execute(...asked)),
  });
  return {
    ...database,
    ...failing(database),
    hot: failing(database.hot),
    lane: () => failing(database.lane()),
    forDirectWrites: () => gone(database.forDirectWrites(), state),
    transaction: async (...work) => (state.outage ? Promise.reject(state.outage) : database.transaction(...work)),
  };
}
