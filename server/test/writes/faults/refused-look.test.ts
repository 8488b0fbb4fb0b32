import assert from 'node:assert/strict';
import { afterEach, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { wholeSuite } from '../../harness/service.ts';
import { bodyOf, type Organization } from '../organization.ts';
import { startWorld, type Writes } from '../world.ts';

/** How often the platform then says that there is nothing to read. */
const REFUSED_TIMES = 3;

/** A change whose answer is lost is looked for, and what stands before the platform's interface refuses the look. */
describe('a look that is refused without a reason', () => {
  const suite = wholeSuite();
  let world: Writes;
  let org: Organization;

  before(async () => {
    world = await startWorld(suite);
    org = await world.organization();
  });

  afterEach(() => world.platform.heal());

  test('is no answer to an edit that arrived: it is looked for again, and found', async () => {
    const slug = await org.live({ budget: 40 });
    const answer = await lostAndUnread(() => org.patch(slug, { budget: 44, dry_run: false }));
    assert.equal(answer.status, 200, answer.text);
    assert.equal((await org.campaign(slug)).budget, 44);
    assert.equal((await org.log()).actions[0]?.status, 'executed');
  });

  test('is no answer to a launch that arrived', async () => {
    const slug = await org.draft({ name: 'Launched unread' });
    const { task_tracking_id } = bodyOf(await lostAndUnread(() => org.state(slug, 'live')));
    assert.equal((await org.settled(Number(task_tracking_id))).status, 'completed');
    assert.equal((await org.campaign(slug)).state, 'live');
  });

  test('does not keep a campaign from being stopped', async () => {
    const slug = await org.live({ name: 'Stopped unread', budget: 40 });
    await world.platform.fail('not_found', REFUSED_TIMES, 'search');
    await org.moved(slug, 'paused');
    assert.equal((await world.platform.campaign('Stopped unread'))?.status, 'paused');
  });

  async function lostAndUnread(send: () => ReturnType<Organization['patch']>) {
    await world.platform.forgetRequests();
    await world.platform.fail('drop_after_commit', 1, 'mutate');
    const answer = send();
    while ((await world.platform.mutates()) === 0) await sleep(2);
    await world.platform.fail('not_found', REFUSED_TIMES, 'search');
    return answer;
  }
});
