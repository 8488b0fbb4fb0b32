import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { statement } from '../../src/base/database.ts';
import { type DetectionWorld, detectionWorld, each } from '../detection/world.ts';
import { wholeSuite } from '../harness/service.ts';
import { until } from '../writes/patience.ts';
import { recommend } from '../writes/recommend.ts';

const known = statement<[organizationId: number, id: number, platformId: string], never>(
  'update keyword set platform_id = $3 where organization_id = $1 and id = $2',
);

const holdFigures = statement<[], never>('lock table campaign_day in access exclusive mode');
const blocked = statement<[], { count: number }>(
  `select count(*)::integer as count from pg_locks where relation = 'campaign_day'::regclass and not granted`,
);
const holdTerms = statement<[], never>('lock table search_term_day in access exclusive mode');
const blockedTerms = statement<[], { count: number }>(
  `select count(*)::integer as count from pg_locks where relation = 'search_term_day'::regclass and not granted`,
);
const AT_ONCE = 30;
const WEIGHED = 2;
const STOPS_WEIGHED = 1;
const WAITING = 20;

const impact = z.looseObject({
  blast_radius: z.object({ clicks: z.number(), cost: z.number(), conversions: z.number() }),
  blocks_converting_terms: z.array(
    z.object({ term: z.string(), clicks: z.int(), cost: z.number(), conversions: z.number() }),
  ),
});

describe('what a preview tells of an exclusion or a pause', () => {
  const suite = wholeSuite();
  let world: DetectionWorld;
  let campaign: { id: number; ad: number; slug: string };
  let pipes: number;

  before(async () => {
    world = await detectionWorld(suite);
    campaign = await world.campaign('pipes');
    // A thousand clicks for 2,000 and 50 conversions in the 90 settled days.
    await world.days(campaign.id, [{ back: 92, clicks: 1_000, cost: 2_000, conversions: 50 }]);
    await world.days(campaign.id, [{ back: 0, clicks: 5, cost: 10, conversions: 1 }]);
    await world.term(campaign, 'free pipe', each(12, 3, { clicks: 10, cost: 20 }));
    await world.term(campaign, 'free pipe quote', each(12, 3, { clicks: 10, cost: 20, conversions: 0.5 }));
    await world.term(campaign, 'burst pipe', each(12, 3, { clicks: 10, cost: 20, conversions: 1 }));
    await world.term(campaign, 'pipe jobs', [{ back: 1, clicks: 3, cost: 6, conversions: 1 }]);
    pipes = await world.keyword(campaign, 'pipe', each(12, 3, { clicks: 30, cost: 60, conversions: 1.5 }), 'broad');
    await world.keyword(campaign, 'burst pipe', each(12, 3, { clicks: 5, cost: 10, conversions: 0.5 }), 'exact');
    const other = await world.campaign('taps');
    await world.days(other.id, [{ back: 10, clicks: 1_000, cost: 6_000, conversions: 50 }]);
    await world.term(other, 'dripping tap', each(12, 3, { clicks: 10, cost: 20, conversions: 1 }));
    await world.rebuild();
  });

  async function excluding(keywords: string[], match_type = 'phrase') {
    const path = `/v1/organizations/${world.harbor.slug}/campaigns/pipes/negative-keywords`;
    const answer = await world.service.call('POST', path, { key: world.key, body: { keywords, match_type } });
    assert.equal(answer.status, 200, answer.text);
    return impact.parse(answer.json);
  }

  const settingOf = (slug: string, state: string) =>
    world.service.call('PUT', `/v1/organizations/${world.harbor.slug}/campaigns/${slug}/state`, {
      key: world.key,
      body: { state },
    });

  async function setting(state: string) {
    const answer = await settingOf('pipes', state);
    assert.equal(answer.status, 200, answer.text);
    return impact.extend({ blast_radius_of: z.string() }).parse(answer.json);
  }

  const tenancy = () => ({ organizationId: world.harbor.id, db: world.database });

  async function applying(id: string, dry_run = true) {
    return world.service.call('POST', `/v1/recommendations/${id}/apply`, { key: world.key, body: { dry_run } });
  }

  test('are the shares of 90 days that would go, and the terms among them that converted', async () => {
    const { blast_radius, blocks_converting_terms } = await excluding(['free']);
    assert.deepEqual(blast_radius, { clicks: 0.2, cost: 0.2, conversions: 0.1 });
    assert.deepEqual(blocks_converting_terms, [{ term: 'free pipe quote', clicks: 100, cost: 200, conversions: 5 }]);
  });

  test('follow the match type, and count a conversion of yesterday', async () => {
    assert.deepEqual((await excluding(['free pipe'], 'exact')).blocks_converting_terms, []);
    const { blocks_converting_terms } = await excluding(['jobs']);
    assert.deepEqual(
      blocks_converting_terms.map(({ term }) => term),
      ['pipe jobs'],
    );
    assert.deepEqual((await excluding(['nothing like it'])).blast_radius, { clicks: 0, cost: 0, conversions: 0 });
  });

  test('of a paused keyword name the terms that no other keyword would take', async () => {
    const id = await recommend(tenancy(), 'pipes', ({ keywords, campaign: { id: campaign_id } }) =>
      keywords
        .filter((one) => one.id === pipes)
        .map(({ ad_id, id: keyword_id, text, match_type }) => {
          return {
            op: 'pause_keyword',
            campaign_id,
            ad_id,
            keyword_id,
            text,
            match_type,
            from: 'enabled',
            to: 'paused',
          };
        }),
    );
    await world.database.execute(known, world.harbor.id, pipes, '7~1');
    const answer = await applying(id);
    assert.equal(answer.status, 200, answer.text);
    const { blast_radius, blocks_converting_terms } = impact.parse(answer.json);
    assert.deepEqual(blast_radius, { clicks: 0.3, cost: 0.3, conversions: 0.3 });
    assert.deepEqual(blocks_converting_terms.map(({ term }) => term).sort(), ['free pipe quote', 'pipe jobs']);
  });

  test('of a stopped campaign are shares of its ad account, with what converted in it, the best first', async () => {
    for (const state of ['paused', 'draft']) {
      const { blast_radius, blast_radius_of, blocks_converting_terms } = await setting(state);
      assert.deepEqual(blast_radius, { clicks: 0.5, cost: 0.25, conversions: 0.5 });
      assert.equal(blast_radius_of, 'ad_account');
      assert.deepEqual(blocks_converting_terms, [
        { term: 'burst pipe', clicks: 100, cost: 200, conversions: 10 },
        { term: 'free pipe quote', clicks: 100, cost: 200, conversions: 5 },
        { term: 'pipe jobs', clicks: 3, cost: 6, conversions: 1 },
      ]);
    }
  });

  test('of a campaign that goes live, or stays as it is, are not told', async () => {
    for (const [state, slug] of [
      ['live', 'pipes'],
      ['live', 'taps'],
    ] as const) {
      const answer = await settingOf(slug, state);
      assert.equal('blast_radius' in Object(answer.json), false, answer.text);
    }
  });

  test('a recommendation that would block a term which has converted since is unsafe_change', async () => {
    const propose = (text: string) =>
      recommend(tenancy(), 'pipes', ({ campaign: { id: campaign_id } }) => [
        { op: 'add_negative_keyword', campaign_id, ad_id: null, text, match_type: 'phrase' },
      ]);
    const id = await propose('jobs');
    const preview = await applying(id);
    const shown = impact.extend({ blocked_by: z.string(), blocked_reason: z.string() }).parse(preview.json);
    assert.equal(shown.blocked_by, 'unsafe_change');
    const refusal = await applying(id, false);
    assert.equal(refusal.status, 422, refusal.text);
    assert.equal(refusal.error.code, 'unsafe_change');
    assert.deepEqual(refusal.error.blocked_terms, ['pipe jobs']);
    const safe = await applying(await propose('free pipe quotation'));
    assert.equal(z.looseObject({ blocked_by: z.null() }).safeParse(safe.json).success, true, safe.text);
  });

  test('is read apart from what everybody reads by, also for a stop and for what is recommended', async () => {
    const { database, service } = world;
    const { orchard, people } = service.world;
    const neighbour = await service.world.addKey({ organization: orchard, creator: people.stranger });
    const id = await recommend(tenancy(), 'pipes', ({ campaign: { id: campaign_id } }) => [
      { op: 'add_negative_keyword', campaign_id, ad_id: null, text: 'free pipe quotations', match_type: 'phrase' },
    ]);
    for (const [weighed, preview] of [
      [STOPS_WEIGHED, () => settingOf('pipes', 'paused')],
      [WEIGHED, () => applying(id)],
    ] as const) {
      const { answers } = await database.transaction(async (db) => {
        await db.execute(holdTerms);
        const answers = Array.from({ length: weighed }, preview);
        await until(async () => (await database.row(blockedTerms))?.count === weighed || undefined, 'the previews');
        const read = await service.call('GET', `/v1/organizations/${orchard.slug}/campaigns`, { key: neighbour.key });
        assert.equal(read.status, 200, read.text);
        return { answers };
      });
      for (const { status, text } of await Promise.all(answers)) assert.equal(status, 200, text);
    }
  });

  test('is weighed for few of an organization at once: others read on, and who is too many comes back', async () => {
    const { database, service } = world;
    const { orchard, people } = service.world;
    const neighbour = await service.world.addKey({ organization: orchard, creator: people.stranger });
    const path = `/v1/organizations/${world.harbor.slug}/campaigns/pipes/negative-keywords`;
    let refused = 0;
    const { answers } = await database.transaction(async (db) => {
      await db.execute(holdFigures);
      const answers = Array.from({ length: AT_ONCE }, async () => {
        const answer = await service.call('POST', path, { key: world.key, body: { keywords: ['free'] } });
        if (answer.status === 429) refused += 1;
        return answer;
      });
      await until(async () => refused === AT_ONCE - WEIGHED - WAITING || undefined, 'those who are too many');
      await until(async () => (await database.row(blocked))?.count === WEIGHED || undefined, 'the previews');
      const read = await service.call('GET', `/v1/organizations/${orchard.slug}/campaigns`, { key: neighbour.key });
      assert.equal(read.status, 200, read.text);
      return { answers };
    });
    for (const { status, headers, text } of await Promise.all(answers)) {
      assert.ok(status === 200 || headers['retry-after'] !== undefined, text);
    }
  });
});
