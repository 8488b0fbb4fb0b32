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
  const answered: string[] = [];
  for (let life = 0; life < KILLS; life += 1) {
    const served = await serveInProcess(t, { databaseUrl: url });
    const load = Promise.all(Array.from({ length: CALLERS }, () => callUntilGone(served, key)));
    const last = randomInt(ANSWERS_BEFORE_DEATH);
    while (served.requestIds.length <= last) await sleep(randomInt(1, 20));
    await served.kill();
    await load;
    answered.push(...served.requestIds);
  }
  const kept = new Map<string, number>();
  for (const { request_id } of await auditEvents(database)) kept.set(request_id, (kept.get(request_id) ?? 0) + 1);
  assert.deepEqual(
    answered.filter((id) => kept.get(id) !== 1),
    [],
  );
  assert.deepEqual(
    [...kept].filter(([, times]) => times !== 1),
    [],
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

async function callUntilGone(served: ServedProcess, key: string): Promise<void> {
  const turns = ['/v1/organizations', '/v1/organizations/_', '/v1/organizations/elsewhere', '/v1/nothing'];
  for (let turn = 0; ; turn += 1) {
    const credential = turn % 5 === 4 ? {} : { key };
    try {
      await served.call('GET', turns[turn % turns.length] ?? '/', credential);
    } catch (error) {
      if (error instanceof Error && 'code' in error) return;
      throw error;
    }
  }
}
