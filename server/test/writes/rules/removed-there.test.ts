import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import type { HttpAnswer } from '../../harness/client.ts';
import { wholeSuite } from '../../harness/service.ts';
import { refusedFields } from '../answers.ts';
import { held, statusOf } from '../approvals.ts';
import { bodyOf, type Organization } from '../organization.ts';
import { startWorld, type Writes } from '../world.ts';

/** Changes of a campaign that the platform would have to be told of. */
const CHANGES: Record<string, (org: Organization, slug: string, dry_run: boolean) => Promise<HttpAnswer>> = {
  'a name': (org, slug, dry_run) => org.patch(slug, { name: `${slug} anew`, dry_run }),
  'a budget': (org, slug, dry_run) => org.patch(slug, { budget: 44, dry_run }),
  'a target CPA': (org, slug, dry_run) => org.patch(slug, { target_cpa: 12, dry_run }),
  'negative keywords': (org, slug, dry_run) => org.negatives(slug, ['free'], { dry_run }),
};

describe('a change of a campaign that was removed in the platform', () => {
  const suite = wholeSuite();
  let writes: Writes;

  before(async () => {
    writes = await startWorld(suite);
  });

  for (const [what, ask] of Object.entries(CHANGES)) {
    test(`is refused before anybody decides on it: ${what}`, async () => {
      const org = await writes.organization({ synced: true });
      const slug = await org.live({ budget: 40 });
      await org.requireApprovals(true);
      const id = held(await ask(org, slug, false));
      await writes.platform.edit(String((await org.campaign(slug)).name), 'status', 'REMOVED');
      await writes.sync(org);
      const used = await org.writesUsed();

      for (const dry_run of [true, false]) assert.deepEqual(refusedFields(await ask(org, slug, dry_run)), ['body']);
      const card = await org.send('GET', `/organizations/${org.slug}/queued-writes/${id}/preview`, undefined, {
        cookie: org.people.owner.cookie,
      });
      const { message } = z.object({ message: z.string() }).parse(bodyOf(card).refusal);
      assert.equal(message, 'The campaign was removed in the ad platform.');
      await org.decide(id, 'approve');
      assert.equal(await statusOf(org, id), 'failed');
      assert.equal(await org.writesUsed(), used);
    });
  }
});
