import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { statement } from '../../src/base/database.ts';
import { isOutage } from '../../src/base/outage.ts';
import { startRunner } from '../../src/tasks/runner.ts';
import { task } from '../../src/tasks/task.ts';
import { silentLog } from '../harness/log.ts';
import { startRestartableServer } from '../harness/server.ts';
import { startService } from '../harness/service.ts';
import { QUICK, servicesOn } from '../tasks/world.ts';

const GONE_MS = 1_500;
const PATIENCE_MS = 20_000;
const ask = statement<[], { one: number }>('select 1 as one');
const statusOf = statement<[id: number], { status: string }>('select status from task where task_tracking_id = $1');

test('PostgreSQL restarted in good order, behind a unix socket, fails no task and is told as an outage', async (t) => {
  const server = await startRestartableServer(t);
  const service = await startService(t, { databaseServer: server.url, adapters: { log: silentLog } });
  const { database } = service;
  const { key } = await service.world.addKey();
  const kind = task({
    type: 'asks_all_the_time',
    payload: z.strictObject({}),
    timeoutSeconds: 300,
    retries: { attempts: 5, backoffSeconds: 1 },
    resumable: true,
    async run(_payload, { db }) {
      while (!restarted) {
        await db.row(ask);
        await sleep(10);
      }
      return { done: true };
    },
  });
  let restarted = false;
  const services = servicesOn(database, [kind]);
  const runner = await startRunner({ services, tasks: [kind], schedule: [], timing: QUICK });
  t.after(() => runner.stop({ graceMs: 0 }));
  const id = await services.tasks.enqueue(database, { type: kind.type, payload: {}, organizationId: 1 });
  const taskIs = async (status: string) => {
    const until = Date.now() + PATIENCE_MS;
    for (;;) {
      const row = await database.row(statusOf, id);
      if (row?.status === status) return;
      assert.notEqual(row?.status, 'failed');
      assert.ok(Date.now() < until, `the task is ${row?.status}`);
      await sleep(20);
    }
  };
  await taskIs('running');
  await server.stop();
  for (const end = Date.now() + GONE_MS; Date.now() < end; await sleep(50)) {
    const { status, text } = await service.call('GET', '/v1/organizations', { key, unchecked: true });
    assert.equal(status, 503, text);
  }
  await server.start();
  restarted = true;
  await taskIs('completed');
  const { status, text } = await service.call('GET', '/v1/organizations', { key });
  assert.equal(status, 200, text);
});

/** How nobody is reached, whatever the system calls it. */
const UNREACHED: Record<string, Error> = {
  'a socket that is not there': failed('connect', 'ENOENT'),
  'a socket that may not be opened': failed('connect', 'EACCES'),
  'no address that is left': failed('connect', 'EADDRNOTAVAIL'),
  'a name that nobody knows': failed('getaddrinfo', 'ENOTFOUND'),
  'a name server that fails': failed('getaddrinfo', 'ESERVFAIL'),
  'several addresses, none reached': new AggregateError([failed('connect', 'ENOENT'), failed('connect', 'EPERM')]),
  'a connection that broke': failed('write', 'EPIPE'),
  'a server that stops': Object.assign(new Error('terminating connection'), { code: '57P01' }),
  'a server that crashed': Object.assign(new Error('terminating connection'), { code: '57P02' }),
  'a server that starts': Object.assign(new Error('the database system is starting up'), { code: '57P03' }),
  'a connection that failed': Object.assign(new Error('connection failure'), { code: '08006' }),
  'a connection that ended': new Error('Connection terminated unexpectedly'),
};

for (const [what, error] of Object.entries(UNREACHED)) {
  test(`${what} is an outage`, () => assert.ok(isOutage(error)));
}

test('a file that is missing is none', () => assert.ok(!isOutage(failed('open', 'ENOENT'))));

function failed(syscall: string, code: string): Error {
  return Object.assign(new Error(`${syscall} ${code}`), { syscall, code });
}
