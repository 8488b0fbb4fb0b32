import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { wholeSuite } from '../../harness/service.ts';
import type { Organization, Sending } from '../organization.ts';
import { until } from '../patience.ts';
import { arrange, statusOf, undoableWrites, writesThat } from '../samples.ts';
import type { BlockPoint, Fate } from './database-gate.ts';
import { startFaultWorld, type World } from './world.ts';

/** Far below the time after which a run is taken for dead. */
const EXECUTED_WITHIN_MS = 10_000;

/** Where the database goes. */
interface Point {
  when: string;
  block: BlockPoint;
  fate: Fate;
}

const UNDER_A_CHANGE: Point = {
  when: 'before the change was made',
  block: { statement: 'update idempotency_key set status', at: 'statement' },
  fate: 'lost',
};
const UNDER_THE_CLAIM: Point = {
  when: 'after the key was claimed',
  block: { statement: 'insert into idempotency_key', at: 'statement' },
  fate: 'kept',
};

describe('a request whose Idempotency-Key could not be let go of because the database had gone', () => {
  const suite = wholeSuite();
  let world: World;
  let org: Organization;

  before(async () => {
    world = await startFaultWorld(suite);
    org = await world.organization();
  });

  /** Sends a change while the database goes, and again under its key once it is back: it is executed, once, and soon. */
  async function again(name: string, { block, fate }: Point, via: Sending) {
    const { send } = await arrange(name, org);
    const sending = { idempotencyKey: randomUUID() };
    const [used, { total }] = [await org.writesUsed(), await org.log()];
    const blocked = world.databaseGate.block(block);
    // What cannot be noted is answered without what the other answers carry.
    const first = send({ ...sending, via: world.served() }).catch(() => undefined);
    await blocked.reached();
    world.databaseGate.refuse();
    await blocked.end(fate);
    assert.notEqual((await first)?.status, statusOf(name));
    world.databaseGate.admit();
    const began = performance.now();
    await until(async () => {
      const answer = await send({ ...sending, ...via }).catch(() => undefined);
      return answer?.status === statusOf(name) || undefined;
    }, `${name} under the same key`);
    const took = performance.now() - began;
    assert.ok(took < EXECUTED_WITHIN_MS, `it took ${took} ms`);
    await org.quiet();
    assert.equal((await org.writesUsed()) - used, 1);
    assert.equal((await org.log()).total - total, undoableWrites().includes(name) ? 1 : 0);
  }

  for (const name of writesThat(({ takesIdempotencyKey }) => takesIdempotencyKey)) {
    test(`${name} can be sent again at once`, () => again(name, UNDER_A_CHANGE, { via: world.served() }));
  }

  test('so can one of whose claim nobody heard', () =>
    again('set_campaign_state', UNDER_THE_CLAIM, { via: world.served() }));

  for (const point of [UNDER_A_CHANGE, UNDER_THE_CLAIM]) {
    test(`another process takes it too, where the database had gone ${point.when}`, () =>
      again('set_campaign_state', point, {}));
  }
});
