import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { wholeSuite } from '../../harness/service.ts';
import { bodyOf, type Organization } from '../organization.ts';
import { WISHES } from '../wishes.ts';
import { startWorld, type Writes } from '../world.ts';

describe('a change of ours whose answer was lost and that was found on trying again', () => {
  const suite = wholeSuite();
  let writes: Writes;
  let org: Organization;

  before(async () => {
    writes = await startWorld(suite);
    org = await writes.organization();
  });

  /** Setting a campaign live is refused where somebody else changed something of it. */
  async function isNobodyElses(slug: string): Promise<void> {
    await org.quiet();
    await org.moved(slug, 'paused');
    await org.moved(slug, 'live');
  }

  for (const [what, { prepare, make }] of Object.entries(WISHES)) {
    test(`${what}: neither it nor its undoing is taken for somebody else's`, async () => {
      const slug = await org.live({ budget: 40 });
      await prepare?.(org, slug);
      await writes.platform.fail('drop_after_commit', 1, 'mutate');
      const made = await make(org, slug);
      assert.equal(made.status, 200, made.text);
      await org.quiet();
      await writes.platform.fail('drop_after_commit', 1, 'mutate');
      await org.undone(bodyOf(made).action_id);
      await isNobodyElses(slug);
    });
  }
});
