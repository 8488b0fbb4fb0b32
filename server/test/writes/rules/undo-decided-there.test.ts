import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { dashboardOperations, operations } from '../../../catalogue.ts';
import type { PlatformCampaign } from '../../../src/ports/ad-platform.ts';
import { stepKindsOf } from '../../../src/writes/guarded-write.ts';
import { wholeSuite } from '../../harness/service.ts';
import { refused } from '../answers.ts';
import { applied, type Decide, edited, excluded, inDashboard, moved, type Place, standing } from '../deciding.ts';
import type { Organization } from '../organization.ts';
import { addThese, bidOnAll, enableAll, exclude, liftAll, pauseAll, setBudget, setTarget } from '../recommend.ts';
import { INITECH, startWorld, type Writes } from '../world.ts';

/** Changes something in the platform, of the campaign as it stood there once we had decided. */
type Edit = (place: Place, decided: PlatformCampaign) => Promise<unknown>;

interface Decisions {
  op: string;
  what: string;
  first?: Decide;
  /** Decides here; in the platform somebody decides otherwise, and then the same again. */
  decide: Decide;
  away: Edit;
  back: Edit;
}

type Field = Parameters<Writes['platform']['edit']>[1];
const to =
  (field: Field, value: string | number): Edit =>
  ({ writes }, { name }) =>
    writes.platform.edit(name, field, value);
const budget = { away: to('budget', 30), back: to('budget', 36) };
const target = { away: to('target_cpa', 12), back: to('target_cpa', 9) };
const keywordsOf = ({ ads }: PlatformCampaign) => ads.flatMap((ad) => ad.keywords);
const keywordStatus =
  (status: string): Edit =>
  async ({ writes }, there) => {
    for (const { text } of keywordsOf(there)) {
      await writes.platform.edit(there.name, 'keyword_status', status, { of: text });
    }
  };
const bids =
  (cpcBid: string): Edit =>
  ({ writes }, there) =>
    writes.platform.account.setKeywordBids(keywordsOf(there).map(({ id }) => ({ id, cpcBid })));
const added = { away: to('negative_keyword_removed', 'free'), back: to('negative_keyword_added', 'free') };
const lifted = { away: added.back, back: added.away };

const DECISIONS: readonly Decisions[] = [
  { op: 'update_campaign', what: 'a budget', decide: edited({ budget: 36 }), ...budget },
  { op: 'update_campaign', what: 'a budget by advice', decide: applied(setBudget('36.00')), ...budget },
  { op: 'update_campaign', what: 'a target CPA', decide: edited({ target_cpa: 9 }), ...target },
  { op: 'update_campaign', what: 'a target CPA by advice', decide: applied(setTarget('9.00')), ...target },
  {
    op: 'update_campaign',
    what: 'a name',
    decide: (place) => edited({ name: `${place.slug} here` })(place),
    away: ({ writes, slug }, { name }) => writes.platform.edit(name, 'name', `${slug} there`),
    back: ({ writes, slug }, { name }) => writes.platform.edit(`${slug} there`, 'name', name),
  },
  {
    op: 'set_campaign_state',
    what: 'a stop',
    decide: moved('paused'),
    away: to('status', 'ENABLED'),
    back: to('status', 'PAUSED'),
  },
  {
    op: 'set_campaign_state',
    what: 'a start',
    first: moved('paused'),
    decide: moved('live'),
    away: to('status', 'PAUSED'),
    back: to('status', 'ENABLED'),
  },
  {
    op: 'set_keyword_state',
    what: 'paused keywords',
    decide: applied(pauseAll),
    away: keywordStatus('ENABLED'),
    back: keywordStatus('PAUSED'),
  },
  {
    op: 'set_keyword_state',
    what: 'enabled keywords',
    first: applied(pauseAll),
    decide: applied(enableAll),
    away: keywordStatus('PAUSED'),
    back: keywordStatus('ENABLED'),
  },
  {
    op: 'set_keyword_bid',
    what: 'bids',
    decide: applied(bidOnAll('1.10')),
    away: bids('1.30'),
    back: bids('1.10'),
  },
  { op: 'add_negative_keywords', what: 'negative keywords', decide: excluded, ...added },
  { op: 'add_negative_keywords', what: 'negative keywords by advice', decide: applied(exclude('free')), ...added },
  {
    op: 'lift_negative_keywords',
    what: 'lifted negative keywords',
    first: excluded,
    decide: applied(liftAll),
    ...lifted,
  },
  {
    op: 'add_keywords',
    what: 'new keywords',
    decide: applied(addThese('burst pipe')),
    away: ({ writes }, there) => {
      const ids = keywordsOf(there).flatMap(({ id, text }) => (text === 'burst pipe' ? [id] : []));
      return writes.platform.account.removeKeywords(ids);
    },
    back: ({ writes }, { ads: [ad] }) =>
      writes.platform.account.addKeywords([
        { adId: ad?.id ?? '', text: 'burst pipe', matchType: 'exact', cpcBid: null },
      ]),
  },
  {
    op: 'add_keywords',
    what: 'new keywords that were paused and enabled',
    decide: applied(addThese('burst pipe')),
    away: keywordStatus('PAUSED'),
    back: keywordStatus('ENABLED'),
  },
  {
    op: 'remove_ad',
    what: 'a removed ad',
    decide: inDashboard('POST', 'ads/{ad}/remove'),
    away: ({ writes }, { id }) => writes.platform.account.addAd(id, AD),
    async back({ writes }, { name }) {
      for (const { id } of (await writes.platform.campaign(name))?.ads ?? [])
        await writes.platform.account.removeAd(id);
    },
  },
];

/** What the platform never has a part in: drafts, and rows of our own. */
const OURS_ALONE = ['create_draft', 'edit_draft', 'mark_recommendation_applied'];

/** An ad of the name that every draft of these tests has. */
const AD = {
  name: 'Drain cleaning',
  status: 'enabled' as const,
  finalUrl: 'https://www.acme-plumbing.example/drains',
  headlines: ['One', 'Two', 'Three'],
  descriptions: ['One description', 'Another description'],
  path1: null,
  path2: null,
  cpcBid: null,
  keywords: [],
  negatives: [],
};

/** A campaign that we have decided on. */
interface Decided {
  place: Place;
  before: unknown;
  action: unknown;
  there: PlatformCampaign;
}

describe('undoing an action after which somebody has decided in the platform', () => {
  const suite = wholeSuite();
  let writes: Writes;
  let org: Organization;
  /** Of each of the decisions, one that somebody comes back to in the platform and one that is left alone there. */
  const met = new Map<Decisions, { disputed: Decided; alone: Decided }>();

  before(async () => {
    writes = await startWorld(suite);
    org = await writes.organization();
    for (const one of DECISIONS) met.set(one, { disputed: await decided(one), alone: await decided(one) });
    for (const [{ away }, { disputed }] of met) await away(disputed.place, disputed.there);
    await seen();
    for (const [{ back }, { disputed }] of met) await back(disputed.place, disputed.there);
    await seen();
  });

  /** All that was done there is in. */
  async function seen(): Promise<void> {
    await writes.turn({ seconds: 1 });
    await writes.sync(org);
  }

  async function decided({ first, decide }: Decisions): Promise<Decided> {
    const slug = await org.live({ budget: 40 });
    const place = { writes, org, slug };
    await first?.(place);
    const before = await standing(place);
    const action = await decide(place);
    await org.quiet();
    const there = await writes.platform.campaign(String((await org.campaign(slug)).name));
    return { place, before, action, there: there ?? assert.fail('it is there') };
  }

  test('is tried with every kind of step that the platform has a part in', () => {
    const kinds = [...operations, ...dashboardOperations].flatMap(stepKindsOf).map(({ op }) => op);
    const tried = [...DECISIONS.map(({ op }) => op), ...OURS_ALONE];
    assert.deepEqual([...new Set(tried)].sort(), [...new Set(kinds)].sort());
  });

  for (const decisions of DECISIONS) {
    const { op, what } = decisions;

    test(`${what}: decided otherwise there, and the same again, it stays`, async () => {
      const { place, action } = met.get(decisions)?.disputed ?? assert.fail();
      const stands = await standing(place);
      const answer = await org.undo(action);
      refused(answer, 'not_reversible');
      assert.match(answer.text, /: changed since/, op);
      await org.quiet();
      assert.deepEqual(await standing(place), stands);
    });

    test(`${what}: what a sync reads of our own doing is nobody's decision`, async () => {
      const { place, before, action } = met.get(decisions)?.alone ?? assert.fail();
      await org.undone(action);
      await org.quiet();
      assert.deepEqual(await standing(place), before);
    });
  }

  test('of a recommendation, what nobody has decided on since is undone', async () => {
    const slug = await org.live({ budget: 40 });
    const name = String((await org.campaign(slug)).name);
    const { action_id } = await org.applied(slug, (found) => [...setBudget('36.00')(found), ...pauseAll(found)]);
    for (const amount of [30, 36]) {
      await writes.platform.edit(name, 'budget', amount);
      await seen();
    }
    const { skipped } = await org.undone(action_id);
    assert.deepEqual(skipped, ['budget: changed since']);
    await org.quiet();
    const there = await writes.platform.campaign(name);
    assert.equal(Number(there?.budget), 36);
    assert.ok(there && keywordsOf(there).every(({ status }) => status === 'enabled'));
  });

  test('what a change of ours found decided there, before any sync had, counts as well', async () => {
    const slug = await org.live({ budget: 40 });
    const name = String((await org.campaign(slug)).name);
    const { action_id } = await org.edited(slug, { budget: 36 });
    for (const amount of [30, 36]) {
      await writes.turn({ seconds: 1 });
      await writes.platform.edit(name, 'budget', amount);
      refused(await org.patch(slug, { budget: 33, dry_run: false }), 'sync_conflict');
      await org.quiet();
      assert.equal((await org.campaign(slug)).budget, amount);
    }
    refused(await org.undo(action_id), 'not_reversible');
  });

  test('what was decided there counts also after an undo that found it and was not made', async () => {
    const slug = await org.live({ budget: 40 });
    const name = String((await org.campaign(slug)).name);
    const { action_id } = await org.edited(slug, { budget: 36 });
    const tries = [() => org.undo(action_id), () => org.patch(slug, { budget: 33, dry_run: false })];
    for (const [at, amount] of [30, 36].entries()) {
      await writes.turn({ seconds: 1 });
      await writes.platform.edit(name, 'budget', amount);
      refused((await tries[at]?.()) ?? assert.fail(), 'sync_conflict');
      await org.quiet();
      assert.equal((await org.campaign(slug)).budget, amount);
    }
    refused(await org.undo(action_id), 'not_reversible');
    assert.equal((await org.campaign(slug)).budget, 36);
  });

  test('a campaign whose account was given up meanwhile and linked again is not started', async () => {
    const slug = await org.live({ name: 'Given up' });
    const stop = await org.moved(slug, 'paused');
    const path = `/organizations/${org.slug}/ad-accounts/${INITECH.accountId}`;
    const answer = await org.send('DELETE', path, undefined, { cookie: org.people.owner.cookie });
    assert.equal(answer.status, 200, answer.text);
    await writes.turn({ seconds: 1 });
    for (const status of ['ENABLED', 'PAUSED']) await writes.platform.edit('Given up', 'status', status);
    await writes.reconnect(org);
    await seen();
    refused(await org.undo(stop), 'not_reversible');
    assert.equal((await writes.platform.campaign('Given up'))?.status, 'paused');
    const again = await org.moved(slug, 'live');
    await org.undone(again);
    await org.quiet();
    refused(await org.undo(stop), 'not_reversible');
  });
});
