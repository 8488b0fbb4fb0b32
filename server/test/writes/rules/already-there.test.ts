import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { PlatformCampaign } from '../../../src/ports/ad-platform.ts';
import { parked } from '../../ad-accounts/sync/used-up.ts';
import { wholeSuite } from '../../harness/service.ts';
import { refused } from '../answers.ts';
import { bodyOf, type Organization } from '../organization.ts';
import { until } from '../patience.ts';
import { addThese } from '../recommend.ts';
import { OURS_ALONE, stepNames, WISHES, type Wish } from '../wishes.ts';
import { startWorld, type Writes } from '../world.ts';

describe('a change that somebody had made in the platform since the last sync', () => {
  const suite = wholeSuite();
  let writes: Writes;
  let org: Organization;

  before(async () => {
    writes = await startWorld(suite);
    org = await writes.organization();
  });

  /** A campaign that runs, as it can be looked at in the platform whatever it is called by now. */
  async function running(name: string, { prepare }: Partial<Wish> = {}) {
    const slug = await org.live({ name, budget: 40 });
    await prepare?.(org, slug);
    const id = (await writes.platform.campaign(name))?.id ?? '';
    const there = async () => {
      const found = await writes.platform.account.readCampaign(id);
      assert.ok(found);
      return found;
    };
    return { slug, there };
  }

  test('is tried for every kind of step that the platform is told of', () => {
    const { forward, inverse } = stepNames();
    const tried = [...Object.values(WISHES).map(({ op }) => op), ...OURS_ALONE];
    for (const op of forward)
      assert.ok(
        tried.includes(op),
        `the step ${op} has no wish: add one to wishes.ts, or the step to OURS_ALONE there`,
      );
    assert.deepEqual(
      inverse.filter((op) => !forward.includes(op)),
      ['remove_negative_keywords', 'remove_keywords', 'mark_recommendation_undone', 'restore_ad'],
      'tried below, and the last on our rows alone',
    );
  });

  for (const [what, wish] of Object.entries(WISHES)) {
    test(`${what}: it is accepted without a word to the platform, and is not ours to undo`, async () => {
      const { slug, there } = await running(`Theirs, ${what}`, wish);
      await wish.makeThere(writes.platform, `Theirs, ${what}`, slug);
      const theirs = wish.look(await there());
      await writes.platform.forgetRequests();
      const answer = await wish.make(org, slug);
      assert.equal(answer.status, 200, answer.text);
      await org.quiet();
      const [here, { total }] = [await org.campaign(slug), await org.log()];
      refused(await org.undo(bodyOf(answer).action_id), 'not_reversible');
      assert.equal(await writes.platform.mutates(), 0);
      assert.deepEqual(wish.look(await there()), theirs);
      assert.deepEqual([await org.campaign(slug), (await org.log()).total], [here, total]);
    });

    test(`${what}: it is ours if it was our own try whose answer was lost`, async () => {
      const { slug, there } = await running(`Ours, ${what}`, wish);
      const before = wish.look(await there());
      await writes.platform.fail('drop_after_commit', 1, 'mutate');
      const answer = await wish.make(org, slug);
      assert.equal(answer.status, 200, answer.text);
      await org.quiet();
      assert.notDeepEqual(wish.look(await there()), before);
      const { restored, skipped } = await org.undone(bodyOf(answer).action_id);
      await org.quiet();
      assert.ok(Array.isArray(restored) && restored.length > 0);
      assert.equal(skipped, undefined);
      assert.deepEqual(wish.look(await there()), before);
    });
  }

  test('in part: undo takes away what was ours and names the rest', async () => {
    const { slug, there } = await running('Theirs in part');
    await writes.platform.edit('Theirs in part', 'negative_keyword_added', 'free');
    const { action_id } = await org.negativesAdded(slug, ['Free', 'jobs']);
    const { restored, skipped } = await org.undone(action_id);
    assert.deepEqual(restored, ['negative keyword “jobs” (phrase) removed']);
    assert.deepEqual(skipped, ['negative keyword “Free”: it was there before']);
    assert.deepEqual(
      (await there()).negatives.map(({ text }) => text),
      ['free'],
    );
    assert.equal((await org.campaign(slug)).negative_keywords_count, 1);
  });

  test('of several fields only one: the edit is a conflict, and nothing of it is made', async () => {
    const { slug, there } = await running('Theirs by one field');
    await writes.platform.edit('Theirs by one field', 'budget', 44);
    const before = await there();
    refused(await org.patch(slug, { budget: 44, target_cpa: 9.5, dry_run: false }), 'sync_conflict');
    assert.deepEqual(await there(), before);
  });

  test('restore_ad: an ad that was put back arrives once, though its answer was lost', async () => {
    const { slug, there } = await running('Put back');
    const removed = await WISHES['the removal of an ad']?.make(org, slug);
    assert.ok(removed);
    await writes.platform.fail('drop_after_commit', 1, 'mutate');
    const { restored } = await org.undone(bodyOf(removed).action_id);
    await org.quiet();
    assert.deepEqual(restored, ['ad']);
    assert.deepEqual(
      (await there()).ads.map(({ name }) => name),
      ['Drain cleaning'],
    );
    assert.equal((await org.campaign(slug)).ads_count, 1);
  });

  test('remove_negative_keywords: what somebody removed there counts as removed', async () => {
    const { slug, there } = await running('Removed there');
    const { action_id } = await org.negativesAdded(slug, ['free', 'jobs']);
    await writes.platform.edit('Removed there', 'negative_keyword_removed', 'free');
    const { restored } = await org.undone(action_id);
    assert.ok(Array.isArray(restored) && restored.length === 2);
    assert.deepEqual([(await there()).negatives, (await org.campaign(slug)).negative_keywords_count], [[], 0]);
  });

  test('remove_keywords: what somebody removed there counts as removed', async () => {
    const { slug, there } = await running('Keywords removed there');
    const { action_id } = await org.applied(slug, addThese('burst pipe', 'leaking tap'));
    await writes.platform.edit('Keywords removed there', 'keyword_status', 'REMOVED', { of: 'burst pipe' });
    const { restored } = await org.undone(action_id);
    assert.ok(Array.isArray(restored) && restored.length === 2);
    const texts = (await there()).ads.flatMap(({ keywords }) => keywords.map(({ text }) => text));
    assert.deepEqual([texts.length, (await org.campaign(slug)).keywords_count], [2, 2]);
  });

  test('is ours where it was gone there again before a try of ours came to anything', async () => {
    const name = 'There and gone';
    const { slug, there } = await running(name);
    const { platform } = writes;
    const before = await there();
    const adId = before.ads[0]?.id ?? '';
    const { added } = await platform.account.addKeywords([{ adId, text: 'burst pipe', matchType: 'exact' }]);
    const theirs = await there();
    await platform.forgetRequests();
    await platform.fail('quota', 1, 'mutate');
    const asked = org.apply(await org.recommend(slug, addThese('burst pipe', 'leaking tap')));
    await until(async () => (await platform.mutates()) > 0 || undefined, 'the first try');
    await platform.account.removeKeywords(added.map(({ id }) => id));
    await platform.heal();
    await until(async () => (await writes.database.rows(parked, org.id)).length > 0 || undefined, 'it waits');
    await writes.turn({ hours: 7 });
    await asked;
    const [entry] = await until(async () => {
      const { actions } = await org.log();
      return actions[0]?.status === 'executed' ? actions : undefined;
    }, 'the second try');
    assert.notDeepEqual(await there(), theirs);
    await org.undone(entry?.id);
    assert.deepEqual(keywordsIn(await there()), keywordsIn(before));
  });
});

function keywordsIn({ ads }: PlatformCampaign): string[] {
  return ads.flatMap(({ keywords }) => keywords.map(({ text }) => text)).sort();
}
