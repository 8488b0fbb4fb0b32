import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { dashboardOperations, operations } from '../../catalogue.ts';
import { DASHBOARD } from '../harness/gate.ts';
import { silentLog } from '../harness/log.ts';
import { validRequest } from '../harness/requests.ts';
import { type RunningService, startService, wholeSuite } from '../harness/service.ts';
import { withTrail } from '../harness/trail.ts';

/** As many as anybody may have open at once, of whichever kind. */
const TRIES = 12;
const WAITS_AT_MOST_MS = 5_000;

describe('an answer in pieces whose event cannot be kept takes up no place', () => {
  const suite = wholeSuite();
  const trail = { isGone: false };
  let service: RunningService;

  before(async () => {
    service = await startService(suite, {
      adapters: (database) => ({ log: silentLog, database: withTrail(database, trail) }),
    });
  });

  for (const operation of [...operations, ...dashboardOperations]) {
    if (!operation.alsoAs) continue;
    test(operation.name, async (t) => {
      t.after(() => {
        trail.isGone = false;
      });
      const { world, base } = service;
      const { owner: person } = world.people;
      const { path } = await validRequest(operation, { world, person });
      const ask = async () => {
        const signal = AbortSignal.timeout(WAITS_AT_MOST_MS);
        const answer = await fetch(base + DASHBOARD + path, { headers: { cookie: person.cookie }, signal });
        await answer.body?.cancel();
        return answer.status;
      };
      assert.equal(await ask(), 200);
      trail.isGone = true;
      const statuses: number[] = [];
      while (statuses.length < TRIES) statuses.push(await ask());
      trail.isGone = false;
      assert.deepEqual(new Set(statuses), new Set([503]));
      assert.equal(await ask(), 200);
    });
  }
});
