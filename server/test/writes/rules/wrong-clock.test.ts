import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type RunningService, startService, wholeSuite } from '../../harness/service.ts';
import { RunningClock } from '../running-clock.ts';

/** The clock of a machine: it agrees with the database's until it is turned. */
class MachineClock extends RunningClock {
  readonly mayBeWrong = true;
}

const A_DAY_AND_MORE = { hours: 30 };
const EIGHT_DAYS = { hours: 8 * 24 };

describe('what cannot be brought back, at a process whose clock is days ahead', () => {
  const suite = wholeSuite();
  const clock = new MachineClock(0);
  let service: RunningService;
  let path: string;

  before(async () => {
    service = await startService(suite, { clock });
    path = `/v1/organizations/${service.world.harbor.slug}`;
  });

  test('a request that is sent again under its key is not made a second time', async () => {
    const { key } = await service.world.addKey();
    const send = () =>
      service.call('PATCH', `${path}/campaigns/${service.world.campaignSlug}`, {
        key,
        headers: { 'idempotency-key': 'once' },
        body: { name: 'Once', dry_run: false },
      });
    const first = await send();
    assert.equal(first.status, 200, first.text);
    const again = await ahead(A_DAY_AND_MORE, send);
    assert.deepEqual([again.status, again.text], [200, first.text]);
  });

  test('a change that waits for a person is not given up, by whatever it is looked at', async () => {
    const id = await service.world.addQueuedWrite();
    const { key } = await service.world.addKey();
    const { cookie } = service.world.people.owner;
    const looks = [
      () => service.call('GET', `/v1/queued-writes/${id}`, { key }),
      () => service.call('GET', `/dashboard${path}/queued-writes`, { cookie }),
      () => service.call('GET', `/dashboard${path}/queued-writes/${id}/preview`, { cookie }),
    ];
    for (const look of looks) await ahead(EIGHT_DAYS, look);
    const { json } = await service.call('GET', `/v1/queued-writes/${id}`, { key });
    assert.equal(Reflect.get(Object(json), 'status'), 'pending');
  });

  async function ahead<T>(time: { hours: number }, work: () => Promise<T>): Promise<T> {
    clock.turn(time);
    try {
      return await work();
    } finally {
      clock.turn({ hours: -time.hours });
    }
  }
});
