import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLog } from '../../harness/log.ts';
import { startService } from '../../harness/service.ts';
import { withTrail } from '../../harness/trail.ts';
import { until } from '../../writes/patience.ts';

const DISK_FULL = '53100';

test('a process that cannot keep events is not ready, and is again once it can or nobody has asked for a while', async (t) => {
  const trail = { isGone: false };
  const service = await startService(t, {
    adapters: (database) => ({ database: withTrail(database, trail, DISK_FULL), log: silentLog }),
  });
  const { key } = await service.world.addKey();
  const read = async () => (await service.call('GET', '/v1/organizations', { key, unchecked: true })).status;
  const ready = async () => (await service.call('GET', '/readyz', { unchecked: true })).status;
  assert.deepEqual([await read(), await ready()], [200, 200]);
  for (const asks of [true, false]) {
    trail.isGone = true;
    assert.deepEqual([await read(), await ready()], [503, 503]);
    trail.isGone = false;
    if (asks) assert.deepEqual([await read(), await ready()], [200, 200]);
    else await until(async () => (await ready()) === 200 || undefined, 'not being ready');
  }
});
