import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { statement } from '../../src/base/database.ts';
import { runEngine } from '../../src/engine/run-engine.task.ts';
import type { TaskContext } from '../../src/tasks/task.ts';
import { type DetectionWorld, detectionWorld, each } from '../detection/world.ts';
import { wholeSuite } from '../harness/service.ts';

const profile = statement<[organizationId: number], never>(`
  update business_profile set brand_name = 'Acme Plumbing', target_locations = '["Austin, TX", "Waco, TX"]'::jsonb,
    ideal_customer_profiles = '[{"name": "Property managers", "description": "Of many homes"}]'::jsonb
  where organization_id = $1`);
const setType = statement<[organizationId: number, id: number, type: string], never>(
  'update campaign set type = $3 where organization_id = $1 and id = $2',
);
const setState = statement<[organizationId: number, id: number, state: string], never>(
  'update campaign set state = $3, platform_state = $3 where organization_id = $1 and id = $2',
);
const loseToBudget = statement<[organizationId: number, id: number], never>(`
  update campaign_day set impression_share = 0.5, lost_to_budget = 0.3, lost_to_rank = 0.2
  where organization_id = $1 and campaign_id = $2`);
const counted = statement<[organizationId: number], { actions: number; tasks: number }>(`
  with tasks as materialized (select count(*)::int as count from task where organization_id = $1)
  select (select count(*)::int from action where organization_id = $1) as actions, tasks.count as tasks from tasks`);

type OfBrand = [organizationId: number, id: number];
const resumes = statement<OfBrand, never>(`
  update campaign set state = 'live', platform_state = 'live', pending_state = null,
    ad_account_id = regexp_replace(ad_account_id, '^other-', '')
  where organization_id = $1 and id = $2`);
const keywordResumes = statement<OfBrand, never>(
  "update keyword set state = 'enabled' where organization_id = $1 and campaign_id = $2 and text = 'acme plumbing'",
);

/** Ways in which a brand campaign comes to serve its searches no more. */
const NO_LONGER_SERVED = {
  'the brand campaign rests': statement<OfBrand, never>(
    "update campaign set state = 'paused' where organization_id = $1 and id = $2",
  ),
  'it rests in the platform': statement<OfBrand, never>(
    "update campaign set platform_state = 'paused' where organization_id = $1 and id = $2",
  ),
  'it is being stopped': statement<OfBrand, never>(
    "update campaign set pending_state = 'paused' where organization_id = $1 and id = $2",
  ),
  'it is of another account': statement<OfBrand, never>(
    "update campaign set ad_account_id = 'other-' || ad_account_id where organization_id = $1 and id = $2",
  ),
  'its keyword is paused': statement<OfBrand, never>(
    "update keyword set state = 'paused' where organization_id = $1 and campaign_id = $2 and text = 'acme plumbing'",
  ),
};

describe('the engine', () => {
  const suite = wholeSuite();
  let world: DetectionWorld;
  const campaigns = new Map<string, { id: number; ad: number; slug: string }>();

  before(async () => {
    world = await detectionWorld(suite);
    await world.database.execute(profile, world.harbor.id);
    for (const slug of ['plumbing', 'brand', 'resting', 'tight']) {
      const campaign = await world.campaign(slug);
      campaigns.set(slug, campaign);
      await world.days(campaign.id, each(99, 0, { clicks: 20, cost: 40, conversions: 2 }));
      await world.keyword(campaign, 'plumber', each(99, 0, { clicks: 10, cost: 20, conversions: 1 }));
    }
    const plumbing = one('plumbing');
    await world.keyword(plumbing, 'video game pipes', each(80, 0, { clicks: 4, cost: 8 }));
    await world.term(plumbing, 'acme plumbing hours', each(20, 0, { clicks: 2, cost: 4, conversions: 0.5 }));
    await world.term(plumbing, 'plumber austin', each(40, 0, { clicks: 5, cost: 10, conversions: 1 }));
    await world.term(plumbing, 'plumber for property managers', each(40, 0, { clicks: 5, cost: 10, conversions: 1 }));
    await world.keyword(one('brand'), 'acme plumbing', each(40, 0, { clicks: 5, cost: 5, conversions: 2 }));
    await world.database.execute(setType, world.harbor.id, one('brand').id, 'brand');
    await world.database.execute(setState, world.harbor.id, one('resting').id, 'paused');
    await world.database.execute(loseToBudget, world.harbor.id, one('tight').id);
    await world.rebuild();
  });

  function one(slug: string) {
    const campaign = campaigns.get(slug);
    assert.ok(campaign);
    return campaign;
  }

  /** Does the work as a worker would. */
  function work(payload: object = {}) {
    const { services } = world.service.service;
    const context: TaskContext = {
      ...services,
      db: services.database,
      organizationId: world.harbor.id,
      taskId: 0,
      requestedBy: null,
      signal: new AbortController().signal,
      stage: async () => {},
    };
    return runEngine.run(payload, world.harbor.id, context);
  }

  async function found(slug: string) {
    const all = (await world.saved()).filter(({ campaign_id, status }) => {
      return campaign_id === one(slug).id && status === 'pending';
    });
    return new Map(all.map((saved) => [saved.type, saved]));
  }

  test('keeps what detectors find on live campaigns, and applies nothing', async () => {
    const before = await world.database.row(counted, world.harbor.id);
    const result = await work();
    assert.equal(result?.campaigns, 3);
    assert.deepEqual(await world.database.row(counted, world.harbor.id), before);
    const plumbing = await found('plumbing');
    assert.deepEqual(
      plumbing.get('no_conversion_keywords')?.proposals.map(({ op, text }) => [op, text]),
      [['pause_keyword', 'video game pipes']],
    );
    assert.equal((await found('resting')).size, 0);
  });

  test('finds brand searches in other campaigns while the brand campaign is live', async () => {
    const leak = (await found('plumbing')).get('brand_leak');
    assert.deepEqual(
      leak?.proposals.map(({ op, text, match_type }) => [op, text, match_type]),
      [['add_negative_keyword', 'acme plumbing', 'phrase']],
    );
    assert.equal((await found('brand')).get('brand_leak'), undefined);
    assert.equal((await found('tight')).get('brand_leak'), undefined);
  });

  const applyLeak = async (dry_run: boolean) => {
    const id = (await found('plumbing')).get('brand_leak')?.id;
    const path = `/v1/recommendations/${id}/apply`;
    const { json, text } = await world.service.call('POST', path, { key: world.key, body: { dry_run } });
    return { ...Object(json), text };
  };

  test('the leak can be applied although its terms convert: the brand campaign serves them', async () => {
    const { blocked_by, blocks_converting_terms, text } = await applyLeak(true);
    assert.equal(blocked_by, null, text);
    assert.equal(blocks_converting_terms[0]?.term, 'acme plumbing hours');
  });

  for (const [what, ends] of Object.entries(NO_LONGER_SERVED)) {
    test(`the leak cannot be applied once ${what}: its terms convert, and nothing would serve them`, async () => {
      await world.database.execute(ends, world.harbor.id, one('brand').id);
      try {
        const { blocked_by, blocked_reason } = await applyLeak(true);
        assert.equal(blocked_by, 'unsafe_change');
        assert.match(blocked_reason, /brand campaign/);
        const { error } = await applyLeak(false);
        assert.deepEqual([error.code, error.blocked_terms], ['unsafe_change', ['acme plumbing hours']]);
      } finally {
        for (const back of [resumes, keywordResumes]) {
          await world.database.execute(back, world.harbor.id, one('brand').id);
        }
      }
    });
  }

  test('proposes drafts for a place and a customer profile that carry a campaign of their own', async () => {
    const plumbing = await found('plumbing');
    const drafts = ['location', 'icp'].map((type) => plumbing.get(type)?.proposals[0]);
    assert.deepEqual(
      drafts.map((draft) => [Object(draft).op, Object(draft).type, Object(draft).focus]),
      [
        ['create_draft', 'location', 'Austin'],
        ['create_draft', 'icp', 'Property managers'],
      ],
    );
  });

  test('proposes a higher budget, within the limits, where one within target loses impressions to it', async () => {
    const { hipo, budget } = Object.fromEntries(await found('tight'));
    const proposals = [...(hipo?.proposals ?? []), ...(budget?.proposals ?? [])];
    assert.deepEqual(
      proposals.map(({ op }) => op),
      ['set_budget'],
    );
  });

  test('leaves what was found a moment ago, and closes what is no longer there the next day', async () => {
    const before = await found('plumbing');
    await world.database.execute(setState, world.harbor.id, one('brand').id, 'paused');
    await work();
    assert.deepEqual([...(await found('plumbing')).keys()].sort(), [...before.keys()].sort());
    world.service.clock.turn({ hours: 24 });
    await work();
    const after = await found('plumbing');
    assert.equal(after.get('brand_leak'), undefined, 'no brand campaign is live any more');
    assert.equal(after.get('no_conversion_keywords')?.id, before.get('no_conversion_keywords')?.id);
  });
});
