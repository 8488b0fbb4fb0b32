import assert from 'node:assert/strict';
import { afterEach, before, describe, test } from 'node:test';
import { statement } from '../../../src/base/database.ts';
import { wholeSuite } from '../../harness/service.ts';
import { changeableThere } from '../../recommendations/changeable-there.ts';
import { partsOf } from '../deciding.ts';
import { bodyOf, type Organization } from '../organization.ts';
import { addThese, bidOnAll, exclude, liftAll, type Propose, pauseAll, setBudget } from '../recommend.ts';
import { startWorld, type Writes } from '../world.ts';

const spend = statement<[organizationId: number, text: string, day: string], never>(`
  insert into keyword_day (organization_id, keyword_id, campaign_id, day, impressions, clicks, cost_micros,
    conversions_micros, value_micros)
  select $1::integer, id, campaign_id, $3::date, 10, 1, 2000000, 0, 0
  from keyword where organization_id = $1 and text = $2`);

describe('an undo that is asked for again after it came only part of the way', () => {
  const suite = wholeSuite();
  let writes: Writes;
  let org: Organization;

  before(async () => {
    writes = await startWorld(suite);
    org = await writes.organization();
  });

  afterEach(() => writes.platform.heal());

  const there = (slug: string) => changeableThere(writes, org, slug);
  const both =
    (...all: Propose[]): Propose =>
    (standing) =>
      all.flatMap((propose) => propose(standing));

  const lastLogged = async () => (await org.log('?limit=1')).actions[0] ?? {};

  /** The platform takes so many steps of the undo and declines the next. */
  async function undoneInPart(action: unknown, taken = 1): Promise<void> {
    await writes.platform.fail('policy', 1, 'mutate', taken);
    const answer = await org.undo(action);
    assert.notEqual(answer.status, 200, answer.text);
    await writes.platform.heal();
  }

  /** What is undone first, since it was done last, beside what is declined then. */
  const MADE_AGAIN: Readonly<Record<string, readonly [Propose, Propose]>> = {
    'a budget': [pauseAll, setBudget('48.00')],
    bids: [pauseAll, bidOnAll('1.10')],
    keywords: [pauseAll, addThese('burst pipe')],
    'negative keywords': [pauseAll, exclude('free')],
  };

  for (const [what, [declined, taken]] of Object.entries(MADE_AGAIN)) {
    test(`${what}: what somebody has made of it since is left alone and named`, async () => {
      const slug = await org.live({ budget: 40 });
      const { action_id } = await org.applied(slug, both(declined, taken));
      await undoneInPart(action_id);
      const { action_id: again } = await org.applied(slug, taken);
      const { restored, skipped } = await org.undone(action_id);
      assert.ok(Array.isArray(restored) && Array.isArray(skipped), JSON.stringify({ restored, skipped }));
      assert.equal(skipped.length, what === 'bids' ? restored.length : 1, JSON.stringify({ restored, skipped }));
      for (const one of skipped) assert.match(String(one), /: undone before$/);
      const left = await there(slug);
      await org.undone(again);
      assert.notDeepEqual(await there(slug), left, 'it was still there');
    });
  }

  for (const [what, [declined, taken]] of Object.entries(MADE_AGAIN)) {
    test(`${what}: what was undone is told, in the log and by the undo of the rest`, async () => {
      const slug = await org.live({ budget: 40 });
      const { action_id } = await org.applied(slug, both(declined, taken));
      await undoneInPart(action_id);
      const { detail, undone } = await lastLogged();
      assert.match(String(detail), /\(undone in part: Google Ads declined: /);
      assert.equal(undone, false);
      await undoneInPart(action_id, 0);
      assert.match(String((await lastLogged()).detail), /\(undone in part: /, 'it stays so');
      const { restored, skipped } = await org.undone(action_id);
      assert.ok(Array.isArray(restored) && Array.isArray(skipped), JSON.stringify({ restored, skipped }));
      assert.equal(skipped.length, what === 'bids' ? restored.length : 1, JSON.stringify({ restored, skipped }));
      for (const one of skipped) assert.match(String(one), /: undone before$/);
    });
  }

  test('what somebody else had changed before the first try is not called undone', async () => {
    const slug = await org.live({ budget: 40 });
    const { action_id } = await org.applied(slug, both(pauseAll, exclude('free', 'cheap')));
    await org.applied(slug, (found) => liftAll(found).filter((one) => JSON.stringify(one).includes('cheap')));
    await undoneInPart(action_id);
    const { skipped } = await org.undone(action_id);
    assert.deepEqual(skipped, [
      'negative keyword “cheap”: changed since',
      'negative keyword “free” (phrase) removed: undone before',
    ]);
  });

  test('what was undone before is remembered, however often it is asked for', async () => {
    const slug = await org.live({ budget: 40 });
    const { action_id } = await org.applied(slug, both(pauseAll, exclude('free'), setBudget('48.00')));
    await undoneInPart(action_id);
    await org.edited(slug, { budget: 48 });
    const used = await org.writesUsed();
    await undoneInPart(action_id, 0);
    assert.equal(await org.writesUsed(), used, 'a try of which nothing was done is not counted');
    await undoneInPart(action_id, 1);
    const { skipped } = await org.undone(action_id);
    assert.ok(Array.isArray(skipped) && skipped.includes('budget: undone before'), JSON.stringify(skipped));
    assert.equal((await there(slug)).budget, '48.00');
  });

  test('a keyword that was removed and added again is left alone, also once it has spent', async () => {
    const slug = await org.live({ budget: 40 });
    const { action_id } = await org.applied(slug, both(setBudget('44.00'), addThese('burst pipe')));
    await undoneInPart(action_id);
    await org.applied(slug, addThese('burst pipe'));
    await writes.database.execute(spend, org.id, 'burst pipe', '2026-01-05');
    const { restored, skipped } = await org.undone(action_id);
    assert.deepEqual(restored, ['budget']);
    assert.match(JSON.stringify(skipped), /burst pipe.*undone before/);
    const added = (await partsOf(org, slug)).keywords.find(({ text }) => text === 'burst pipe');
    assert.equal(added?.state, 'enabled');
  });

  test('where others have undone what was left, the recommendation is undone', async () => {
    const slug = await org.live({ budget: 40 });
    const { action_id } = await org.applied(slug, both(exclude('free'), setBudget('48.00')));
    await undoneInPart(action_id);
    const path = `/organizations/${org.slug}/recommendations?status=applied&campaign=${slug}`;
    const applied = async () => bodyOf(await org.send('GET', path)).recommendations;
    assert.equal(Object(await applied()).length, 1);
    await org.applied(slug, liftAll);
    const { undone, restored } = await org.undone(action_id);
    assert.deepEqual([undone, restored], [true, []]);
    assert.equal(Object(await applied()).length, 1, 'only what took the rest back');
  });
});
