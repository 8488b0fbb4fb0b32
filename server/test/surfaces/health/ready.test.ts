import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statement } from '../../../src/base/database.ts';
import { silentLog } from '../../harness/log.ts';
import { startService } from '../../harness/service.ts';
import { until } from '../../writes/patience.ts';

const fillDisk = [
  statement<[], never>(`
    create function no_room() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`),
  statement<[], never>(
    'create trigger no_room before insert on audit_event for each statement execute function no_room()',
  ),
];
const makeRoom = [
  statement<[], never>('drop trigger no_room on audit_event'),
  statement<[], never>('drop function no_room'),
];

test('a process that cannot keep events is not ready, and is again once it can or nobody has asked for a while', async (t) => {
  const service = await startService(t, { adapters: { log: silentLog } });
  const { key } = await service.world.addKey();
  const read = async () => (await service.call('GET', '/v1/organizations', { key, unchecked: true })).status;
  const ready = async () => (await service.call('GET', '/readyz', { unchecked: true })).status;
  assert.deepEqual([await read(), await ready()], [200, 200]);
  for (const asks of [true, false]) {
    for (const each of fillDisk) await service.database.execute(each);
    assert.deepEqual([await read(), await ready()], [503, 503]);
    for (const each of makeRoom) await service.database.execute(each);
    if (asks) assert.deepEqual([await read(), await ready()], [200, 200]);
    else await until(async () => (await ready()) === 200 || undefined, 'not being ready');
  }
});
