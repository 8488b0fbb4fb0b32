import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { platformAt } from '../../harness/ad-platform.ts';
import { wholeSuite } from '../../harness/service.ts';
import { moveWebsite } from '../behind.ts';
import { KINDS } from '../kinds-of-change.ts';
import { bodyOf, type Organization } from '../organization.ts';
import { isSent, mustBeUnsent, ready } from '../unsent.ts';
import { startWorld, type Writes } from '../world.ts';

describe('a change that the platform wants to be sent later, when approvals come on until then', () => {
  const suite = wholeSuite();
  let writes: Writes;
  let meanwhile: (() => Promise<unknown>) | undefined;

  before(async () => {
    const sleep = async () => {
      const happens = meanwhile;
      meanwhile = undefined;
      await happens?.();
    };
    writes = await startWorld(suite, { platform: (origin, clock) => platformAt(origin, clock, undefined, { sleep }) });
  });

  const declineOnce = async (org: Organization, happens: () => Promise<unknown> = () => org.requireApprovals(true)) => {
    meanwhile = happens;
    await writes.platform.fail('quota_short', 1, 'mutate');
  };

  for (const [what, kind] of Object.entries(KINDS)) {
    test(`is not sent: ${what}`, async () => {
      const begun = await ready(writes, kind);
      await declineOnce(begun.org);
      const answer = await kind.ask(begun.org, begun.slug, begun.first, {});
      await begun.org.quiet();
      assert.equal(meanwhile, undefined, 'it had to wait');
      await mustBeUnsent(writes, begun, answer);
    });
  }

  test('is sent where a person asked for it', async () => {
    const kind = KINDS.budget ?? assert.fail();
    const begun = await ready(writes, kind);
    await declineOnce(begun.org);
    await kind.ask(begun.org, begun.slug, begun.first, { cookie: begun.org.people.admin.cookie });
    assert.equal(await isSent(writes, begun), true);
  });

  test('is sent where it stops spending', async () => {
    const org = await writes.organization();
    const slug = await org.live({ name: 'Stopped between tries' });
    await declineOnce(org);
    await org.moved(slug, 'paused');
    assert.equal((await writes.platform.campaign('Stopped between tries'))?.status, 'paused');
  });

  test('is looked for, and comes to its end, where an earlier try of it may have arrived', async () => {
    const kind = KINDS.budget ?? assert.fail();
    const begun = await ready(writes, kind);
    await writes.platform.fail('internal', 1, 'mutate');
    await declineOnce(begun.org);
    const answer = await kind.ask(begun.org, begun.slug, begun.first, {});
    assert.equal(answer.status, 200, answer.text);
    assert.equal(meanwhile, undefined, 'approvals came on after the first try');
    assert.equal(await isSent(writes, begun), true);
  });

  test('stays here where it is a new ad, and its task says why', async () => {
    const org = await writes.organization();
    const slug = await org.live({ name: 'New ads' });
    const url = `${writes.emulator.origin}/sites/acme-plumbing/services/water-heaters`;
    await writes.database.execute(moveWebsite, org.id, slug, url);
    await declineOnce(org);
    const path = `/organizations/${org.slug}/campaigns/${slug}/ads`;
    const asked = await org.send('POST', path, { url, name: 'Heaters' });
    const task = await org.settled(Number(bodyOf(asked).task_tracking_id));
    assert.equal(meanwhile, undefined, 'it had to wait');
    assert.match(JSON.stringify(task.result), /not sent.*approvals were turned on/);
    const there = (await writes.platform.campaign('New ads'))?.ads.map(({ name }) => name);
    assert.deepEqual(there, ['Drain cleaning']);
  });
});
