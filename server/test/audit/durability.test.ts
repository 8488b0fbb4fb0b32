import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../src/adapters/system-clock.ts';
import { statement } from '../../src/base/database.ts';
import { auditEvents } from '../harness/audit-events.ts';
import { freshDatabase } from '../harness/database.ts';
import { silentLog } from '../harness/log.ts';
import { type ServedProcess, serveInProcess } from '../harness/served-process.ts';
import { startService } from '../harness/service.ts';
import { world } from '../harness/world.ts';

const KILLS = 5;
const CALLERS = 32;
const ANSWERS_BEFORE_DEATH = 1_500;

test('every answered request is in the audit trail exactly once, however the process ends', async (t) => {
  const { database, url } = await freshDatabase(t);
  const seeded = await world(database, systemClock);
  const { key } = await seeded.addKey();
  const answered = { keyed: new Set<string>(), nobodys: 0 };
  for (let life = 0; life < KILLS; life += 1) {
    const served = await serveInProcess(t, { databaseUrl: url });
    const load = Promise.all(Array.from({ length: CALLERS }, () => callUntilGone(served, key, answered)));
    const last = randomInt(ANSWERS_BEFORE_DEATH);
    while (served.requestIds.length <= last) await sleep(randomInt(1, 20));
    await served.kill();
    await load;
  }
  const events = await auditEvents(database);
  const kept = new Set(events.map(({ request_id }) => request_id));
  assert.equal(kept.size, events.length, 'none is there twice');
  assert.deepEqual([...answered.keyed.difference(kept)], []);
  const nobodys = events.filter(({ actor_type }) => actor_type === null).reduce((sum, { count }) => sum + count, 0);
  const unanswered = KILLS * CALLERS;
  assert.ok(
    nobodys >= answered.nobodys && nobodys <= answered.nobodys + unanswered,
    `${nobodys} of ${answered.nobodys}`,
  );

  const again = await serveInProcess(t, { databaseUrl: url });
  assert.equal((await again.call('GET', '/v1/organizations', { key })).status, 200);
});

test('no answer leaves without its event: when none can be kept, the answer is internal_error and tells nothing', async (t) => {
  const service = await startService(t, { adapters: { log: silentLog } });
  const { key } = await service.world.addKey();
  const paths = [
    '/v1/organizations',
    '/v1/nothing',
    '/v1/organizations/%',
    '/v1/organizations?x=1',
    '/dashboard/v1/me',
  ];
  await service.database.execute(hideTrail);
  for (const path of paths) {
    const { status, error, text, headers } = await service.call('GET', path, { key, unchecked: true });
    assert.deepEqual([status, error.code, error.request_id], [500, 'internal_error', headers['x-request-id']], path);
    assert.doesNotMatch(text, /relation|exist|event|at .*\.ts/i);
  }
  await service.database.execute(showTrail);
  assert.equal((await service.call('GET', '/v1/organizations', { key })).status, 200);
});

const hideTrail = statement<[], never>('alter table auth_epoch rename to auth_epoch_hidden');
const showTrail = statement<[], never>('alter table auth_epoch_hidden rename to auth_epoch');

interface Answered {
  keyed: Set<string>;
  nobodys: number;
}

async function callUntilGone(served: ServedProcess, key: string, answered: Answered): Promise<void> {
  const turns = ['/v1/organizations', '/v1/organizations/_', '/v1/organizations/elsewhere', '/v1/nothing'];
  for (let turn = 0; ; turn += 1) {
    const isNobody = turn % 5 === 4;
    try {
      const { requestId } = await served.call('GET', turns[turn % turns.length] ?? '/', isNobody ? {} : { key });
      if (isNobody) answered.nobodys += 1;
      else answered.keyed.add(requestId);
    } catch (error) {
      if (error instanceof Error && 'code' in error) return;
      throw error;
    }
  }
}
