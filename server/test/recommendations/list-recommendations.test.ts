import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { statement } from '../../src/base/database.ts';
import { saveRecommendation, supersedeRecommendation } from '../../src/recommendations/recommendation.store.ts';
import { type DetectionWorld, detectionWorld } from '../detection/world.ts';
import { wholeSuite } from '../harness/service.ts';

const list = z.strictObject({
  recommendations: z.array(
    z.strictObject({
      id: z.string().regex(/^rec_/),
      type: z.string(),
      campaign: z.string(),
      campaign_runs: z.boolean(),
      summary: z.string(),
      estimated_monthly_saving: z.null(),
      monthly_saving: z.number().nullable(),
      changes: z.int(),
      created_at: z.iso.datetime(),
      updated_at: z.iso.datetime(),
    }),
  ),
  total: z.int(),
  next_cursor: z.string().nullable(),
});

const ofType = statement<[organizationId: number, type: string], { id: string }>(
  'select id from recommendation where organization_id = $1 and type = $2',
);

describe('the list of recommendations', () => {
  const suite = wholeSuite();
  let world: DetectionWorld;
  const campaigns: { id: number; slug: string }[] = [];
  let made = 0;

  before(async () => {
    world = await detectionWorld(suite);
    campaigns.push(await world.campaign('one'), await world.campaign('two'));
  });

  /** A pending recommendation of a type of its own. */
  function add(campaign: { id: number } | undefined, saving: string | null = null, type?: string): Promise<string> {
    assert.ok(campaign);
    const text = `term ${made++}`;
    const { id: campaignId } = campaign;
    const proposals = [{ op: 'add_negative_keyword', ad_id: null, text, match_type: 'exact' } as const];
    return saveRecommendation(
      tenancy(),
      {
        campaignId,
        type: type ?? `type_${made}`,
        summary: text,
        proposals: proposals.map((one) => ({ ...one, campaign_id: campaignId })),
        findings: [],
        estimatedMonthlySaving: saving,
      },
      world.service.clock.now() + made,
    );
  }

  const tenancy = () => ({ organizationId: world.harbor.id, db: world.database });

  function ask(query = '') {
    const path = `/v1/organizations/${world.harbor.slug}/recommendations${query}`;
    return world.service.call('GET', path, { key: world.key });
  }

  async function listed(query = '') {
    const answer = await ask(query);
    assert.equal(answer.status, 200, answer.text);
    return list.parse(answer.json);
  }

  function dismiss(id: string, cookie = world.service.world.people.admin.cookie) {
    const path = `/dashboard/v1/organizations/${world.harbor.slug}/recommendations/${id}/dismiss`;
    return world.service.call('POST', path, { cookie });
  }

  function restore(id: string, cookie = world.service.world.people.admin.cookie) {
    const path = `/dashboard/v1/organizations/${world.harbor.slug}/recommendations/${id}/restore`;
    return world.service.call('POST', path, { cookie });
  }

  test('holds the pending ones, newest first, with no estimate where the specification wants none', async () => {
    const first = await add(campaigns[0], '41.50');
    const second = await add(campaigns[1]);
    const { recommendations, total, next_cursor } = await listed();
    assert.deepEqual(
      recommendations.map(({ id, campaign, monthly_saving }) => [id, campaign, monthly_saving]),
      [
        [second, 'two', null],
        [first, 'one', 41.5],
      ],
    );
    assert.deepEqual([total, next_cursor], [2, null]);
  });

  test('is narrowed to a campaign; an unknown one is not found', async () => {
    const { recommendations } = await listed('?campaign=one');
    assert.ok(recommendations.every(({ campaign }) => campaign === 'one'));
    assert.equal((await ask('?campaign=nowhere')).error.code, 'not_found');
  });

  test('comes in pages that neither repeat nor skip a row', async () => {
    for (let n = 0; n < 5; n += 1) await add(campaigns[0]);
    const { total, recommendations } = await listed('?limit=100');
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await listed(`?limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`);
      seen.push(...page.recommendations.map(({ id }) => id));
      assert.equal(page.total, total);
      cursor = page.next_cursor;
    }
    assert.deepEqual(
      seen,
      recommendations.map(({ id }) => id),
    );
  });

  test('takes a cursor only for the query that it was made for, and no status but the three', async () => {
    const { next_cursor } = await listed('?limit=1');
    assert.equal((await ask(`?limit=1&status=applied&cursor=${next_cursor}`)).error.code, 'validation_error');
    for (const query of ['?status=undone', '?status=superseded', '?limit=101', '?nonsense=1']) {
      assert.equal((await ask(query)).error.code, 'validation_error', query);
    }
  });

  test('shows one that a person dismissed as dismissed, once and for all', async () => {
    const id = await add(campaigns[0]);
    assert.deepEqual((await dismiss(id)).json, { id, status: 'dismissed' });
    assert.ok((await listed('?status=dismissed')).recommendations.some((one) => one.id === id));
    assert.ok(!(await listed('?limit=100')).recommendations.some((one) => one.id === id));
    assert.equal((await dismiss(id)).error.code, 'already_applied');
    assert.equal((await dismiss('rec_unknown')).error.code, 'not_found');
  });

  test('keeps the newest twenty that came to nothing, of each type on a campaign: looking again is free', async () => {
    const [one, two] = campaigns;
    const closed = [];
    for (let n = 0; n < 30; n += 1) {
      const id = await add(one, null, 'found_again');
      if (n % 2 === 0) assert.equal((await dismiss(id)).status, 200);
      else
        await supersedeRecommendation(
          tenancy(),
          { campaignId: one?.id ?? 0, type: 'found_again' },
          world.service.clock.now(),
        );
      closed.push(id);
      world.service.clock.turn({ seconds: 1 });
    }
    const elsewhere = await add(two, null, 'found_again');
    await dismiss(elsewhere);
    const kept = await world.database.rows(ofType, world.harbor.id, 'found_again');
    assert.deepEqual(new Set(kept.map(({ id }) => id)), new Set([...closed.slice(-20), elsewhere]));
  });

  test('a dismissal is taken back, once or more often, and its reason goes', async () => {
    const id = await add(campaigns[0]);
    await dismiss(id);
    for (const _ of ['once', 'again']) assert.deepEqual((await restore(id)).json, { id, status: 'pending' });
    assert.ok((await listed('?limit=100')).recommendations.some((one) => one.id === id));
    assert.ok(!(await listed('?status=dismissed&limit=100')).recommendations.some((one) => one.id === id));
    assert.equal((await restore('rec_unknown')).error.code, 'not_found');
    const { member } = world.service.world.people;
    assert.equal((await restore(id, member.cookie)).error.code, 'insufficient_scope');
  });

  test('it is not taken back where a later run found the same anew', async () => {
    const type = 'found_anew';
    const old = await add(campaigns[0], null, type);
    await dismiss(old);
    const later = await add(campaigns[0], null, type);
    assert.notEqual(later, old);
    const refused = await restore(old);
    assert.equal(refused.error.code, 'already_applied');
    assert.match(String(refused.error.message), /found the same anew/);
    await dismiss(later);
    assert.equal((await restore(old)).status, 200, 'nothing newer is pending any more');
    for (let n = 0; n < 10; n += 1) {
      await dismiss(old);
      const [restored, found] = await Promise.all([restore(old), add(campaigns[0], null, type)]);
      assert.ok(restored.status === 200 ? found === old : restored.error.code === 'already_applied', restored.text);
      if (found !== old) await dismiss(found);
    }
  });

  test('is decided on by people whose role could apply it', async () => {
    const id = await add(campaigns[0]);
    const { member } = world.service.world.people;
    assert.equal((await dismiss(id, member.cookie)).error.code, 'insufficient_scope');
    const path = `/v1/organizations/${world.harbor.slug}/recommendations/${id}/dismiss`;
    assert.equal((await world.service.call('POST', path, { key: world.key })).error.code, 'not_found');
  });

  test('shows one that a later run closed nowhere', async () => {
    const id = await add(campaigns[1]);
    await supersedeRecommendation(tenancy(), { campaignId: campaigns[1]?.id ?? 0, type: `type_${made}` }, 0);
    for (const status of ['pending', 'applied', 'dismissed']) {
      assert.ok(!(await listed(`?limit=100&status=${status}`)).recommendations.some((one) => one.id === id), status);
    }
  });
});
