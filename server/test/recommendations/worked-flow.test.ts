import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { wholeSuite } from '../harness/service.ts';
import { bodyOf, type Organization } from '../writes/organization.ts';
import { ACME, startWorld, type Writes } from '../writes/world.ts';

const finding = z.looseObject({ recommendation_id: z.string().optional(), text: z.string().optional() });
const keyword = z.looseObject({ text: z.string(), state: z.string() });

describe('a waste audit on the account of the demo', () => {
  const suite = wholeSuite();
  let writes: Writes;
  let org: Organization;

  before(async () => {
    writes = await startWorld(suite);
    org = await writes.organization({ account: ACME, synced: true });
    await org.quiet();
  });

  const pathOf = (slug: string) => `/organizations/${org.slug}/campaigns/${slug}`;

  async function paused(slug: string): Promise<string[]> {
    const { keywords } = bodyOf(await org.send('GET', `${pathOf(slug)}/keywords?state=paused&limit=100`));
    return z
      .array(keyword)
      .parse(keywords)
      .map(({ text }) => text)
      .sort();
  }

  test('goes from a detector over a preview to a change, and back by one undo', async () => {
    const { campaigns } = bodyOf(await org.send('GET', `/organizations/${org.slug}/campaigns?state=live`));
    const slugs = z
      .array(z.looseObject({ slug: z.string() }))
      .parse(campaigns)
      .map(({ slug }) => slug);
    for (const slug of slugs) {
      const detected = bodyOf(await org.send('POST', `${pathOf(slug)}/detect`, { detector: 'no_conversion_keywords' }));
      const found = z
        .array(finding)
        .parse(detected.findings)
        .filter((one) => one.recommendation_id);
      const [first] = found;
      if (!first?.recommendation_id) continue;

      const before = await paused(slug);
      const preview = bodyOf(await org.apply(first.recommendation_id, { dryRun: true }));
      assert.ok(Array.isArray(preview.would_apply));
      assert.equal(preview.would_apply.length, found.length);
      assert.equal(preview.estimated_monthly_saving, detected.estimated_monthly_saving);
      assert.ok(Number(Object(preview.blast_radius).cost) > 0);
      assert.deepEqual(await paused(slug), before);

      const { action_id } = bodyOf(await org.apply(first.recommendation_id));
      assert.deepEqual(await paused(slug), [...before, ...found.map(({ text }) => String(text))].sort());

      const { undone, restored } = await org.undone(action_id);
      assert.equal(undone, true);
      assert.equal(Array.isArray(restored) && restored.length, found.length);
      assert.deepEqual(await paused(slug), before);
      return;
    }
    assert.fail('no live campaign of the demo wastes anything');
  });
});
