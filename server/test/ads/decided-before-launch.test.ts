import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { wholeSuite } from '../harness/service.ts';
import { refused } from '../writes/answers.ts';
import { held } from '../writes/approvals.ts';
import { moveWebsite } from '../writes/behind.ts';
import { bodyOf, type Organization } from '../writes/organization.ts';
import { startWorld, type Writes } from '../writes/world.ts';

/** Campaigns that rest while somebody looks at a new ad for them. */
const RESTING: Readonly<Record<string, (org: Organization, name: string) => Promise<string>>> = {
  'was never launched': (org, name) => org.draft({ name }),
  async 'is paused'(org, name) {
    const slug = await org.live({ name });
    await org.moved(slug, 'paused');
    return slug;
  },
};

describe('a new ad that waits for approval', () => {
  const suite = wholeSuite();
  let world: Writes;

  before(async () => {
    world = await startWorld(suite);
  });

  const serves = (to: string) => ({ field: 'serves', from: null, to });

  for (const [what, made] of Object.entries(RESTING)) {
    test(`is shown anew where its campaign ${what} and runs by then: it would serve at once`, async () => {
      const org = await world.organization();
      const { owner } = org.people;
      const slug = await made(org, `New ads, ${what}`);
      const url = `${world.emulator.origin}/sites/acme-plumbing/services/water-heaters`;
      await world.database.execute(moveWebsite, org.id, slug, url);
      await org.requireApprovals(true);
      const path = `/organizations/${org.slug}`;
      const id = held(await org.send('POST', `${path}/campaigns/${slug}/ads`, { url, name: 'Heaters' }));
      const seen = bodyOf(
        await org.send('GET', `${path}/queued-writes/${id}/preview`, undefined, { cookie: owner.cookie }),
      );
      assert.deepEqual(Object(seen.changes).at(-1), serves('once the campaign runs'));
      await org.moved(slug, 'live', { cookie: owner.cookie });

      refused(await org.decide(id, 'approve', owner, { revision: seen.revision, shows: seen.shows }), 'sync_conflict');
      await org.quiet();
      const there = async () => (await world.platform.campaign(`New ads, ${what}`))?.ads.map(({ name }) => name);
      assert.deepEqual(await there(), ['Drain cleaning']);
      const { changes, summary, revision } = bodyOf(await org.queued(id));
      assert.deepEqual([Object(changes).at(-1), revision], [serves('as soon as it is written'), 1]);
      assert.match(String(summary), /serves: from none to “as soon as it is written”/);

      const approved = await org.decide(id, 'approve', owner, { revision: 1 });
      assert.equal(bodyOf(approved).status, 'approved', approved.text);
      await org.quiet();
      assert.deepEqual(await there(), ['Drain cleaning', 'Heaters']);
    });
  }
});
