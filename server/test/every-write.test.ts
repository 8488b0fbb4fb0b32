import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { dashboardOperations, operations } from '../catalogue.ts';
import { DASHBOARD } from './harness/gate.ts';
import { neighbourOf } from './harness/neighbour.ts';
import { validRequest } from './harness/requests.ts';
import { type RunningService, startService, wholeSuite } from './harness/service.ts';
import { SlowWrites } from './harness/slow-writes.ts';
import { until } from './writes/patience.ts';

const UNLIMITED = { rateLimitPerMinute: 1_000_000, anonymousRateLimitPerMinute: 1_000_000 };
/** More than there are connections. */
const CROWD = 14;
/** What guarded writes of one organization may hold; all else holds less. */
const MOST_HELD = 4;
/** What no platform could be asked, and what would not wait for the row. */
const TOLD_TO_COME_BACK = /ad_platform_unavailable|too much to do/;

const writes = [...operations, ...dashboardOperations].filter((operation) => !operation.isPreview({}));

describe('every write', () => {
  const suite = wholeSuite();
  const slow = new SlowWrites(suite);
  let service: RunningService;
  let neighbour: Awaited<ReturnType<typeof neighbourOf>>;

  before(async () => {
    service = await startService(suite, {
      config: UNLIMITED,
      adapters: (database) => ({ database: slow.of(database) }),
    });
    neighbour = await neighbourOf(service);
  });

  for (const operation of writes) {
    test(`${operation.name} that waits for a locked row holds up nobody else`, async () => {
      const { world, call, databaseUrl } = service;
      const person = await world.addPerson(`writer-${randomBytes(6).toString('hex')}`, 'owner');
      const { method, path, body } = await validRequest(operation, { world, person });
      const { cookie } = person;
      let crowd: ReturnType<typeof call>[] = [];
      await slow.during(databaseUrl, operation.name, async (underWay) => {
        let answered = 0;
        crowd = Array.from({ length: CROWD }, () => call(method, DASHBOARD + path, { cookie, body }));
        for (const one of crowd) void one.then(() => (answered += 1));
        await until(async () => slow.begun + answered >= CROWD || undefined, operation.name);
        await neighbour.readsAndChanges(operation.name);
        assert.ok((await underWay()) <= MOST_HELD, `${await underWay()} connections are held`);
      });
      for (const { status, text } of await Promise.all(crowd)) {
        assert.ok(status < 500 || TOLD_TO_COME_BACK.test(text), text);
      }
    });
  }
});
