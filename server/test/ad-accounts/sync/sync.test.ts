import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { statement } from '../../../src/base/database.ts';
import { findRecommendation, saveRecommendation } from '../../../src/recommendations/recommendation.store.ts';
import { wholeSuite } from '../../harness/service.ts';
import { ACME, accountWorld, type World } from '../world.ts';
import { keptTotals, type Sums, type Totals, trueTotals } from './figures-truth.ts';
import { fingerprint } from './fingerprint.ts';

const campaignRows = z.object({
  campaigns: z.array(
    z.object({ slug: z.string(), name: z.string(), type: z.string(), state: z.string(), spend_7d: z.number() }),
  ),
  total: z.int(),
});
const campaign = z.object({
  slug: z.string(),
  name: z.string(),
  state: z.string(),
  budget: z.number(),
  target_cpa: z.number().nullable(),
  website_url: z.string(),
  ads_count: z.int(),
  keywords_count: z.int(),
  negative_keywords_count: z.int(),
  last_synced_at: z.string().nullable(),
});

const PROMO = 'Spring promo (agency)';
const RIVAL = 'Acme - Competitor - RotoRooter';
const DRAFT = 'spring-promo-draft';

describe('the sync of an account', () => {
  const suite = wholeSuite();
  let world: World;
  let truth: Totals;

  before(async () => {
    world = await accountWorld(suite);
    await world.connect();
    const [task] = await world.finish(await world.select(ACME));
    assert.equal(task?.status, 'completed', task?.error_message ?? '');
    truth = await trueTotals(world, 90);
  });

  test('totals by campaign and by day are those of the platform, up to yesterday', async () => {
    const kept = await keptTotals(world);
    assert.equal(truth.by_day.length, 90);
    assert.deepEqual(kept.byDay, truth.by_day);
    const expected = truth.by_campaign.map(({ name: _name, ...rest }) => rest);
    assert.deepEqual(sorted(kept.byCampaign), sorted(expected));
    assert.deepEqual(kept.campaigns, truth.total);
    assert.deepEqual(kept.keywords, truth.total);
  });

  test('search terms are what the platform shows of them; the rest it hides', async () => {
    const kept = await keptTotals(world);
    assert.deepEqual(kept.searchTerms, truth.search_terms.visible);
    const { visible, hidden } = truth.search_terms;
    assert.ok(hidden.clicks > 0, 'something is hidden');
    assert.equal(visible.cost_micros + hidden.cost_micros, truth.total.cost_micros);
    assert.equal(visible.clicks + hidden.clicks, truth.total.clicks);
  });

  test('campaigns made in the platform are imported as external with their figures of seven days', async () => {
    const { key } = await world.world.addKey({ organization: world.acme, scopes: ['campaigns:read'] });
    const answer = await world.call('GET', '/v1/organizations/acme/campaigns?limit=100', { key });
    const { campaigns, total } = campaignRows.parse(answer.json);
    const week = await trueTotals(world, 7);
    assert.equal(total, truth.by_campaign.length);
    for (const { slug, name, type, spend_7d } of campaigns) {
      assert.equal(type, 'external');
      assert.match(slug, /^[a-z0-9]+(-[a-z0-9]+)*$/);
      const spent = week.by_campaign.find((one) => one.name === name)?.cost_micros ?? Number.NaN;
      assert.equal(spend_7d, Math.round(spent / 10_000) / 100, name);
    }
  });

  test('an imported campaign has its settings, and its parts counted', async () => {
    const { key } = await world.world.addKey({ organization: world.acme, scopes: ['campaigns:read'] });
    const path = '/v1/organizations/acme/campaigns/spring-promo-agency';
    const promo = campaign.parse((await world.call('GET', path, { key })).json);
    assert.deepEqual(
      { ...promo, last_synced_at: promo.last_synced_at === null },
      {
        slug: 'spring-promo-agency',
        name: 'Spring promo (agency)',
        state: 'live',
        budget: 20,
        target_cpa: null,
        website_url: 'https://acme-plumbing.example',
        ads_count: 1,
        keywords_count: 15,
        negative_keywords_count: 2,
        last_synced_at: false,
      },
    );
  });

  test('a campaign that is being launched is not imported as a stranger', async (t) => {
    const other = await accountWorld(t, world.emulator);
    await other.connect();
    const task = await other.select(ACME);
    await other.database.execute(addDraft, other.acme.id, ACME, new Date(other.clock.now()));
    await other.database.execute(setPending, other.acme.id, await idOf(other, DRAFT), 'live');
    const [done] = await other.finish(task);
    assert.deepEqual(resultOf(done?.result), { imported: 5, updated: 0, removed: 0, left: 1 });
  });

  test('a second sync of everything changes nothing', async () => {
    const once = await fingerprint(world.database, world.acme.id);
    const answer = await world.dashboard('POST', `/organizations/acme/ad-accounts/${ACME}/sync`);
    const { task_tracking_id: id } = z.object({ task_tracking_id: z.int() }).parse(answer.json);
    const [task] = await world.finish(id);
    assert.deepEqual(resultOf(task?.result), { imported: 0, updated: 6, removed: 0, left: 0 });
    assert.deepEqual(await fingerprint(world.database, world.acme.id), once);
  });

  test('changes made in the platform come in with the next sync, and only what changed is read', async () => {
    await world.edit(PROMO, 'budget', 23.5);
    await world.edit(RIVAL, 'name', 'Acme – Rivals');
    await world.edit('Acme – Rivals', 'status', 'paused');
    assert.deepEqual(await syncLater(15), { imported: 0, updated: 2, removed: 0, left: 0 });
    assert.deepEqual(await stateOf(world, 'spring-promo-agency'), [PROMO, 'live', 'live', '23.50']);
    const rivals = ['Acme – Rivals', 'paused', 'paused', '25.00'];
    assert.deepEqual(await stateOf(world, 'acme-competitor-rotorooter'), rivals, 'the slug stays');
    assert.deepEqual(await syncLater(15), { imported: 0, updated: 0, removed: 0, left: 0 });
  });

  test('drafts and what waits here unpushed stay as they are', async () => {
    const promo = await idOf(world, 'spring-promo-agency');
    const now = new Date(world.clock.now());
    for (const text of ['free trial', 'COMMERCIAL']) {
      await world.database.execute(addWaiting, world.acme.id, promo, text, now);
    }
    await world.database.execute(addDraft, world.acme.id, ACME, now);
    await world.edit(PROMO, 'budget', 30);
    assert.deepEqual(await syncLater(15), { imported: 0, updated: 1, removed: 0, left: 0 });
    const negatives = await world.database.rows(negativesOf, world.acme.id, promo);
    assert.deepEqual(
      negatives.map(({ text, waits }) => [text, waits]),
      [
        ['boat', false],
        ['COMMERCIAL', true],
        ['commercial', false],
        ['free trial', true],
      ],
      'one that waits with another match type is another one',
    );
    assert.deepEqual(await stateOf(world, DRAFT), [PROMO, 'draft', null, '77.00']);
  });

  test('what waits here and has arrived in the platform meanwhile is one thing, not two', async () => {
    const once = await fingerprint(world.database, world.acme.id);
    const ids = await world.database.rows(partIds, world.acme.id);
    for (const forget of forgetIds) await world.database.execute(forget, world.acme.id);
    await world.database.execute(forgetStructure, world.acme.id);
    assert.deepEqual(await syncLater(15), { imported: 0, updated: 6, removed: 0, left: 0 });
    assert.deepEqual(await fingerprint(world.database, world.acme.id), once);
    assert.deepEqual(await world.database.rows(partIds, world.acme.id), ids, 'the rows are the same ones');
  });

  test('a campaign with work under way is left alone until that is done, and then caught up with', async () => {
    const promo = await idOf(world, 'spring-promo-agency');
    await world.database.execute(setPending, world.acme.id, promo, 'paused');
    await world.edit(PROMO, 'budget', 31);
    assert.deepEqual(await syncLater(15), { imported: 0, updated: 0, removed: 0, left: 1 });
    assert.equal((await stateOf(world, 'spring-promo-agency'))[3], '30.00');
    await world.database.execute(setPending, world.acme.id, promo, null);
    assert.deepEqual(await syncLater(30), { imported: 0, updated: 1, removed: 0, left: 0 });
    assert.equal((await stateOf(world, 'spring-promo-agency'))[3], '31.00');
  });

  test('a campaign removed in the platform is paused for good, and what it spent stays spent', async () => {
    await world.edit(PROMO, 'status', 'removed');
    assert.deepEqual(await syncLater(15), { imported: 0, updated: 0, removed: 1, left: 0 });
    assert.deepEqual(await stateOf(world, 'spring-promo-agency'), [PROMO, 'paused', 'removed', '31.00']);
    assert.deepEqual(await syncLater(8 * 24 * 60), { imported: 0, updated: 5, removed: 0, left: 0 });
    assert.deepEqual(await stateOf(world, 'spring-promo-agency'), [PROMO, 'paused', 'removed', '31.00']);
    const later = await trueTotals(world, 90);
    assert.deepEqual((await keptTotals(world)).byDay.slice(8), later.by_day, 'conversions that came in late are in');
  });

  test('what is pending on a campaign that was removed in the platform is out of date, also what comes in later', async () => {
    const tenancy = { organizationId: world.acme.id, db: world.database };
    const [gone, other] = [await idOf(world, 'acme-competitor-rotorooter'), await idOf(world, 'acme-brand')];
    const found = (campaignId: number, type: string) =>
      saveRecommendation(
        tenancy,
        { campaignId, type, summary: type, proposals: [], findings: [], estimatedMonthlySaving: '12.50' },
        world.clock.now(),
      );
    const ids = [await found(gone, 'tcpa'), await found(gone, 'hipo'), await found(other, 'tcpa')];
    const statuses = () => Promise.all(ids.map(async (id) => (await findRecommendation(tenancy, id))?.status));
    await world.database.execute(hold, world.acme.id, ids[1] ?? '', 'act_1');
    await world.edit('Acme – Rivals', 'status', 'removed');
    assert.equal((await syncLater(15)).removed, 1);
    assert.deepEqual(await statuses(), ['superseded', 'pending', 'pending'], 'one is being applied, one is elsewhere');
    await world.database.execute(hold, world.acme.id, ids[1] ?? '', null);
    ids.push(await found(gone, 'tcpa'));
    await syncLater(15);
    assert.deepEqual(await statuses(), ['superseded', 'superseded', 'pending', 'superseded']);
  });

  async function syncLater(minutes: number) {
    await world.turn({ minutes });
    const [task] = await world.finish(await world.queueSync());
    assert.equal(task?.status, 'completed', task?.error_message ?? '');
    return resultOf(task.result);
  }
});

const parts = z.object({
  campaigns: z.object({ imported: z.int(), updated: z.int(), removed: z.int(), left: z.int() }),
});

function resultOf(result: string | null | undefined) {
  return parts.parse(JSON.parse(result ?? 'null')).campaigns;
}

function sorted<T extends Sums & { campaign_id: string }>(rows: T[]): T[] {
  return rows.toSorted((one, other) => one.campaign_id.localeCompare(other.campaign_id));
}

const hold = statement<[organizationId: number, id: string, action: string | null], never>(
  'update recommendation set applying = $3 where organization_id = $1 and id = $2',
);
const state = statement<
  [organizationId: number, slug: string],
  { id: number; name: string; state: string; platform_state: string | null; budget: string }
>('select id, name, state, platform_state, budget from campaign where organization_id = $1 and slug = $2');

async function stateOf({ database, acme }: World, slug: string) {
  const row = await database.row(state, acme.id, slug);
  assert.ok(row, slug);
  return [row.name, row.state, row.platform_state, row.budget];
}

async function idOf({ database, acme }: World, slug: string): Promise<number> {
  const row = await database.row(state, acme.id, slug);
  assert.ok(row, slug);
  return row.id;
}

const partIds = statement<[organizationId: number], { kind: string; id: number; platform_id: string | null }>(`
  select 'ad' as kind, id, platform_id from ad where organization_id = $1
  union all select 'keyword', id, platform_id from keyword where organization_id = $1
  union all select 'negative', id, platform_id from negative_keyword where organization_id = $1
  order by kind, id`);
/** As after an answer of the platform that never came. */
const forgetIds = [
  `update keyword set platform_id = null where organization_id = $1`,
  `update negative_keyword set platform_id = null where organization_id = $1 and id % 2 = 0`,
  `update ad set platform_id = null where organization_id = $1`,
].map((text) => statement<[organizationId: number], never>(text));
const forgetStructure = statement<[organizationId: number], never>(
  'update ad_account set last_structure_sync_at = null where organization_id = $1',
);
const addWaiting = statement<[organizationId: number, campaign: number, text: string, at: Date], never>(`
  insert into negative_keyword (organization_id, campaign_id, text, folded, match_type, created_at)
  values ($1, $2, $3, lower($3), 'exact', $4)`);
const addDraft = statement<[organizationId: number, account: string, at: Date], never>(`
  insert into campaign (organization_id, slug, name, type, state, budget, website_url, ad_account_id, created_at,
    updated_at)
  values ($1, 'spring-promo-draft', 'Spring promo (agency)', 'prospecting', 'draft', 77, 'https://acme.example', $2,
    $3, $3)`);
const setPending = statement<[organizationId: number, id: number, state: string | null], never>(
  'update campaign set pending_state = $3 where organization_id = $1 and id = $2',
);
const negativesOf = statement<[organizationId: number, id: number], { text: string; waits: boolean }>(`
  select text, platform_id is null as waits from negative_keyword
  where organization_id = $1 and campaign_id = $2 order by lower(text), platform_id is null desc`);
