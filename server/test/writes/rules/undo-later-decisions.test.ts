import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { dashboardOperations, operations } from '../../../catalogue.ts';
import { statement } from '../../../src/base/database.ts';
import { stepKindsOf } from '../../../src/writes/guarded-write.ts';
import { wholeSuite } from '../../harness/service.ts';
import { refused } from '../answers.ts';
import { held, statusOf } from '../approvals.ts';
import { applied, type Decide, edited, excluded, inDashboard, moved, standing } from '../deciding.ts';
import type { Organization } from '../organization.ts';
import {
  addThese,
  bidOnAll,
  enableAll,
  exclude,
  growDraft,
  liftAll,
  type Propose,
  pauseAll,
  setBudget,
  setTarget,
} from '../recommend.ts';
import { startWorld, type Writes } from '../world.ts';

/** Leaves actions as they were kept before what they decide on was. */
const forgetDecisions = statement<[organizationId: number], never>(
  'delete from decided_here where organization_id = $1',
);
const forgetKept = statement<[organizationId: number], never>(
  'update action set decisions_kept = false where organization_id = $1',
);

interface Decisions {
  op: string;
  what: string;
  /** Where nothing is said, a live campaign. */
  draft?: true;
  first?: Decide;
  /** Decides, decides otherwise, and decides the first again. */
  decide: Decide;
  otherwise: Decide;
  again?: Decide;
}

const callouts = (...texts: string[]) => inDashboard('PUT', 'callouts', { callouts: texts });
const SITELINK = { text: 'Reviews', url: 'https://www.acme-plumbing.example/reviews' };
const keywords = (...texts: string[]) =>
  inDashboard('PUT', 'ads/{ad}/keywords', { keywords: texts.map((text) => ({ text, match_type: 'exact' })) });

const DECISIONS: readonly Decisions[] = [
  { op: 'update_campaign', what: 'a budget', decide: edited({ budget: 36 }), otherwise: edited({ budget: 40 }) },
  {
    op: 'update_campaign',
    what: 'a budget by advice',
    decide: applied(setBudget('36.00')),
    otherwise: edited({ budget: 42 }),
  },
  {
    op: 'update_campaign',
    what: 'a target CPA',
    decide: applied(setTarget('9.00')),
    otherwise: edited({ target_cpa: 12 }),
  },
  {
    op: 'update_campaign',
    what: 'a name',
    draft: true,
    decide: edited({ name: 'One' }),
    otherwise: edited({ name: 'Two' }),
  },
  { op: 'set_campaign_state', what: 'a stop', decide: moved('paused'), otherwise: moved('live') },
  {
    op: 'set_campaign_state',
    what: 'a start',
    first: moved('paused'),
    decide: moved('live'),
    otherwise: moved('paused'),
  },
  { op: 'set_keyword_state', what: 'paused keywords', decide: applied(pauseAll), otherwise: applied(enableAll) },
  { op: 'set_keyword_bid', what: 'bids', decide: applied(bidOnAll('1.10')), otherwise: applied(bidOnAll('1.30')) },
  { op: 'add_negative_keywords', what: 'negative keywords', decide: excluded, otherwise: applied(liftAll) },
  {
    op: 'add_negative_keywords',
    what: 'negative keywords by advice',
    decide: applied(exclude('free')),
    otherwise: applied(liftAll),
  },
  {
    op: 'lift_negative_keywords',
    what: 'lifted negative keywords',
    first: excluded,
    decide: applied(liftAll),
    otherwise: excluded,
  },
  {
    op: 'add_keywords',
    what: 'new keywords',
    draft: true,
    first: keywords('drain cleaning'),
    decide: applied(addThese('burst pipe')),
    otherwise: keywords('drain cleaning'),
  },
  {
    op: 'add_keywords',
    what: 'new keywords that a person has set again',
    draft: true,
    first: keywords('drain cleaning'),
    decide: applied(addThese('burst pipe')),
    otherwise: keywords('drain cleaning'),
    again: keywords('drain cleaning', 'burst pipe'),
  },
  { op: 'edit_draft', what: 'callouts', draft: true, decide: callouts('One', 'Two'), otherwise: callouts('Three') },
  {
    op: 'edit_draft',
    what: 'sitelinks',
    draft: true,
    decide: inDashboard('PUT', 'sitelinks', { sitelinks: [SITELINK] }),
    otherwise: inDashboard('PUT', 'sitelinks', { sitelinks: [{ ...SITELINK, text: 'Prices' }] }),
  },
  {
    op: 'edit_draft',
    what: 'the texts of an ad',
    draft: true,
    decide: inDashboard('PATCH', 'ads/{ad}', { path1: 'one' }),
    otherwise: inDashboard('PATCH', 'ads/{ad}', { path1: 'two' }),
  },
  {
    op: 'edit_draft',
    what: 'the keywords of an ad',
    draft: true,
    decide: keywords('drain cleaning'),
    otherwise: keywords('clogged drain'),
  },
];

/** What is never decided on twice: each draft and each recommendation is one of its own. */
const ONCE = ['create_draft', 'mark_recommendation_applied'];
/** The test of its own below. */
const APART = ['remove_ad'];

describe('undoing an action after which somebody has decided otherwise, and the same again', () => {
  const suite = wholeSuite();
  let writes: Writes;
  let org: Organization;

  before(async () => {
    writes = await startWorld(suite);
    org = await writes.organization();
  });

  test('is tried with every kind of step that actions are made of', () => {
    const kinds = [...operations, ...dashboardOperations].flatMap(stepKindsOf).map(({ op }) => op);
    const tried = [...DECISIONS.map(({ op }) => op), ...ONCE, ...APART];
    assert.deepEqual([...new Set(tried)].sort(), [...new Set(kinds)].sort());
  });

  for (const { op, what, draft, first, decide, otherwise, again = decide } of DECISIONS) {
    test(`${what}: the last decision stands, and undone from the last to the first all of it is undone`, async () => {
      const slug = await (draft ? org.draft({ budget: 40 }) : org.live({ budget: 40 }));
      const place = { writes, org, slug };
      await first?.(place);
      const before = await standing(place);
      const actions = [await decide(place), await otherwise(place), await again(place)];
      await org.quiet();
      const decided = await standing(place);
      const [earliest] = actions;
      const answer = await org.undo(earliest);
      refused(answer, 'not_reversible');
      assert.match(answer.text, /: changed since/, op);
      await org.quiet();
      assert.deepEqual(await standing(place), decided);
      for (const action of actions.toReversed()) {
        await org.undone(action);
        await org.quiet();
      }
      assert.deepEqual(await standing(place), before);
    });
  }

  test('an ad that came back in the platform and was removed again stays away', async () => {
    const slug = await org.live({ budget: 40 });
    const name = String((await org.campaign(slug)).name);
    const place = { writes, org, slug };
    const ad = (await writes.platform.campaign(name))?.ads[0] ?? assert.fail('it has no ad');
    const first = await inDashboard('POST', 'ads/{ad}/remove')(place);
    const campaign = await writes.platform.campaign(name);
    await writes.platform.account.addAd(campaign?.id ?? '', { ...ad, negatives: [], otherTexts: [] });
    await writes.turn({ seconds: 1 });
    await writes.sync(org);
    await inDashboard('POST', 'ads/{ad}/remove')(place);
    const answer = await org.undo(first);
    refused(answer, 'not_reversible');
    assert.match(answer.text, /ad: changed since/);
    assert.deepEqual((await writes.platform.campaign(name))?.ads, []);
  });

  test('negative keywords that were removed in the platform and added again stay', async () => {
    const slug = await org.live({ budget: 40 });
    const name = String((await org.campaign(slug)).name);
    const { action_id } = await org.negativesAdded(slug, ['free', 'jobs']);
    await writes.platform.edit(name, 'negative_keyword_removed', 'free');
    await writes.turn({ seconds: 1 });
    await writes.sync(org);
    await org.negativesAdded(slug, ['free']);
    const { skipped } = await org.undone(action_id);
    assert.deepEqual(skipped, ['negative keyword “free”: changed since']);
    const left = (await writes.platform.campaign(name))?.negatives.map(({ text }) => text);
    assert.deepEqual(left, ['free']);
  });

  test('of a recommendation, what nobody has decided on since is undone', async () => {
    const slug = await org.live({ budget: 40 });
    const place = { writes, org, slug };
    const before = await standing(place);
    const both: Propose = (found) => [...pauseAll(found), ...setBudget('36.00')(found), ...exclude('free')(found)];
    const { action_id } = await org.applied(slug, both);
    await org.applied(slug, enableAll);
    await org.applied(slug, (found) => pauseAll(found).slice(0, 1));
    await org.edited(slug, { budget: 38 });
    const last = await org.edited(slug, { budget: 36 });
    await org.undone(last.action_id);
    const { restored, skipped } = await org.undone(action_id);
    assert.ok(Array.isArray(restored) && Array.isArray(skipped));
    assert.deepEqual(restored, ['negative keyword “free” (phrase) removed']);
    assert.equal(skipped.length, before.keywords.length + 1, JSON.stringify(skipped));
  });

  test('while it waited for a person, it is not carried out when they approve', async () => {
    const careful = await writes.organization();
    const slug = await careful.live({ budget: 40 });
    const { action_id } = await careful.applied(slug, pauseAll);
    await careful.requireApprovals(true);
    const waits = held(await careful.undo(action_id));
    await careful.requireApprovals(false);
    await careful.applied(slug, enableAll);
    await careful.applied(slug, pauseAll);
    const decided = await standing({ writes, org: careful, slug });
    await careful.decide(waits, 'approve');
    await careful.quiet();
    assert.equal(await statusOf(careful, waits), 'failed');
    assert.deepEqual(await standing({ writes, org: careful, slug }), decided);
  });

  test('a campaign that was started and stopped again in the platform does not go live', async () => {
    const slug = await org.live({ name: 'Stopped there' });
    const stop = await org.moved(slug, 'paused');
    for (const status of ['ENABLED', 'PAUSED']) {
      await writes.platform.edit('Stopped there', 'status', status);
      await writes.turn({ seconds: 1 });
      await writes.sync(org);
    }
    refused(await org.undo(stop), 'not_reversible');
    assert.equal((await writes.platform.campaign('Stopped there'))?.status, 'paused');
  });

  test('stands where it was decided before it was kept what actions decide on', async () => {
    const decided = async (slug: string, ...all: object[]) => {
      const ids: unknown[] = [];
      for (const changes of all) ids.push((await org.edited(slug, changes)).action_id);
      return ids;
    };
    const slug = await org.draft({ budget: 40, target_cpa: '10.00' });
    const [first] = await decided(slug, { budget: 36, target_cpa: 9 }, { budget: 40 }, { budget: 36 });
    const undone = await decided(slug, { target_cpa: 10 }, { target_cpa: 9 });
    for (const one of undone.toReversed()) await org.undone(one);
    await writes.database.execute(forgetDecisions, org.id);
    await writes.database.execute(forgetKept, org.id);
    const { skipped } = await org.undone(first);
    assert.deepEqual(skipped, ['budget: changed since']);
    const { budget, target_cpa } = await org.campaign(slug);
    assert.deepEqual([budget, target_cpa], [36, 10]);
  });

  test('stands on what a draft excluded when the undoing of its pause started it again', async () => {
    const slug = await org.live({ budget: 40 });
    const { action_id } = await org.applied(slug, growDraft('Started again'));
    const launch = await org.moved('started-again', 'live');
    const pause = await org.moved('started-again', 'paused');
    for (const one of [launch, pause]) await org.undone(one);
    await org.quiet();
    await org.applied(slug, liftAll);
    await org.negativesAdded(slug, ['drain cleaning austin'], { match_type: 'exact' });
    const { skipped } = await org.undone(action_id);
    assert.match(JSON.stringify(skipped), /drain cleaning austin.*changed since/);
  });

  test('is read to its end, however many decisions on other things came after it', async () => {
    const slug = await org.draft({ budget: 40 });
    const { action_id } = await org.edited(slug, { budget: 36 });
    await org.edited(slug, { budget: 40 });
    await org.edited(slug, { budget: 36 });
    for (let n = 0; n < 210; n += 1) await org.edited(slug, { name: `Named ${n}` });
    refused(await org.undo(action_id), 'not_reversible');
    assert.equal((await org.campaign(slug)).budget, 36);
  });
});
