import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import type { HttpAnswer } from '../../harness/client.ts';
import { wholeSuite } from '../../harness/service.ts';
import { refused } from '../../writes/answers.ts';
import { startGatedWorld } from '../../writes/faults/gated-world.ts';
import type { PlatformGate } from '../../writes/faults/platform-gate.ts';
import type { Organization } from '../../writes/organization.ts';
import { until } from '../../writes/patience.ts';
import type { Writes } from '../../writes/world.ts';
import { countedPlatform, DAILY, parked, use } from './used-up.ts';

/** So many of an organization are let past on a day. */
const MOST = 20;

/** The platform’s operations of the day are used up, and an organization has hurried changes past that all the time. */
describe('an organization of which as many changes were let past as a day allows', () => {
  const suite = wholeSuite();
  let writes: Writes;
  let gate: PlatformGate;
  let hasty: Organization;
  let slug: string;

  let past = 0;
  let last: HttpAnswer;

  before(async () => {
    ({ world: writes, gate } = await startGatedWorld(suite, { platform: countedPlatform }));
    hasty = await writes.organization();
    await use(writes, 0);
    slug = await hasty.live({ budget: 40 });
    for (last = await hurried(41); last.status === 200 && past <= MOST; last = await hurried(41 + past)) {
      past += 1;
      await use(writes, 0);
      await hasty.moved(slug, 'live');
    }
  });

  beforeEach(() => use(writes, 0));

  test('has further ones given up, and its stops made all the same', async () => {
    assert.ok(past > 5 && past <= MOST, `${past} were let past`);
    refused(last, 'ad_platform_unavailable');
    assert.match(String(last.error.message), /was told to stop/);
    assert.equal((await hasty.campaign(slug)).state, 'paused');
  });

  for (const launched of [true, false]) {
    test(`stops ${launched ? 'a launch' : 'a resumption'} all the same that arrived without an answer`, async () => {
      const started = launched ? await hasty.draft({ budget: 40 }) : slug;
      const call = gate.hold('answered');
      await hasty.state(started, 'live');
      await call.reached;
      await use(writes, DAILY);
      call.lose();
      await hasty.moved(started, 'paused');
      const { name, state } = await hasty.campaign(started);
      assert.equal(state, 'paused');
      assert.equal((await writes.platform.campaign(String(name)))?.status, 'paused');
    });
  }

  /** An edit waits for operations, and a stop behind it has it hurried. */
  async function hurried(budget: number): Promise<HttpAnswer> {
    await use(writes, DAILY);
    const edit = hasty.patch(slug, { budget, dry_run: false });
    await until(async () => (await writes.database.rows(parked, hasty.id)).length === 1 || undefined, 'the edit');
    await hasty.moved(slug, 'paused');
    return edit;
  }
});
