import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { statement } from '../../src/base/database.ts';
import { insertCampaign } from '../../src/campaigns/campaign.store.ts';
import { type RunningService, startService, wholeSuite } from '../harness/service.ts';

const page = z.object({
  keywords: z.array(
    z.strictObject({
      text: z.string(),
      match_type: z.string(),
      state: z.string(),
      clicks_30d: z.int(),
      cost_30d: z.number(),
      conversions_30d: z.number(),
      avg_cpc: z.number(),
    }),
  ),
  total: z.int(),
  next_cursor: z.string().nullable(),
});
const COUNT = 45;
const addAd = statement<[organizationId: number, campaign: number, at: Date], { id: number }>(`
  insert into ad (organization_id, campaign_id, name, state, final_url, created_at)
  values ($1, $2, 'Ad 1', 'enabled', 'https://acme.example', $3) returning id`);
const addKeyword = statement<
  [
    organizationId: number,
    campaign: number,
    ad: number,
    text: string,
    state: string,
    clicks: number,
    cost: string,
    conversions: string,
    at: Date,
  ],
  never
>(`
  insert into keyword (organization_id, campaign_id, ad_id, text, folded, match_type, state, clicks_30d, cost_30d,
    conversions_30d, created_at)
  values ($1, $2, $3, $4, lower($4), 'phrase', $5, $6, $7, $8, $9)`);
const removeKeyword = statement<[organizationId: number, text: string], never>(
  'delete from keyword where organization_id = $1 and text = $2',
);

describe('the keywords of a campaign', () => {
  const suite = wholeSuite();
  let service: RunningService;
  let key: string;
  let place: { organizationId: number; campaign: number; ad: number };

  before(async () => {
    service = await startService(suite, { config: { rateLimitPerMinute: 1_000_000 } });
    const acme = await service.world.addOrganization('acme');
    await service.world.addMember(acme, service.world.people.owner, 'owner');
    key = (await service.world.addKey({ organization: acme, scopes: ['campaigns:read'] })).key;
    const tenancy = { organizationId: acme.id, db: service.database };
    const made = { name: 'Pipes', type: 'prospecting', state: 'live', website_url: 'https://acme.example' } as const;
    const campaign = await insertCampaign(tenancy, made, service.clock.now());
    assert.ok(campaign);
    const ad = await service.database.row(addAd, acme.id, campaign.id, new Date(service.clock.now()));
    assert.ok(ad);
    place = { organizationId: acme.id, campaign: campaign.id, ad: ad.id };
    for (let number = 0; number < COUNT; number += 1) await add(number);
  });

  test('come highest cost first unless another order is asked for', async () => {
    for (const [sort, field] of [
      ['', 'cost_30d'],
      ['sort=cost', 'cost_30d'],
      ['sort=clicks', 'clicks_30d'],
      ['sort=conversions', 'conversions_30d'],
    ] as const) {
      const rows = await walk(`limit=10&${sort}`);
      assert.equal(rows.length, COUNT);
      assert.equal(new Set(rows.map(({ text }) => text)).size, COUNT);
      const figures = rows.map((row) => row[field]);
      assert.deepEqual(
        figures,
        figures.toSorted((one, other) => other - one),
        sort,
      );
    }
  });

  test('have clicks, cost and conversions of 30 days, and an average that is 0.0 without clicks', async () => {
    const { text } = await service.call('GET', '/v1/organizations/acme/campaigns/pipes/keywords?limit=100', { key });
    assert.ok(
      text.includes(
        '{"text":"pipe 7","match_type":"phrase","state":"enabled","clicks_30d":7,"cost_30d":17.5,"conversions_30d":2.0,"avg_cpc":2.5}',
      ),
      text.slice(0, 400),
    );
    assert.ok(text.includes('"clicks_30d":0,"cost_30d":0.0,"conversions_30d":0.0,"avg_cpc":0.0}'));
  });

  test('can be narrowed to enabled or paused ones', async () => {
    const paused = await walk('state=paused&limit=3');
    assert.equal(paused.length, COUNT / 5);
    assert.ok(paused.every(({ state }) => state === 'paused'));
    const answer = await service.call('GET', '/v1/organizations/acme/campaigns/pipes/keywords?state=removed', { key });
    assert.equal(answer.error.code, 'validation_error');
  });

  test('pages neither repeat nor skip a keyword that existed all the while', async () => {
    const stayed = (await walk('limit=100')).map(({ text }) => text).filter((text) => text !== 'pipe 20');
    let number = 500;
    const seen = await walk('limit=4', async () => {
      await add(number % 60, `extra ${number}`);
      number += 1;
      await service.database.execute(removeKeyword, place.organizationId, 'pipe 20');
    });
    const texts = seen.map(({ text }) => text);
    assert.deepEqual(
      texts.filter((text) => stayed.includes(text)),
      stayed,
    );
    assert.equal(new Set(texts).size, texts.length);
  });

  test('a cursor belongs to its order, its filter and its campaign', async () => {
    const first = '/v1/organizations/acme/campaigns/pipes/keywords?limit=5';
    const { next_cursor: cursor } = page.parse((await service.call('GET', first, { key })).json);
    for (const query of [
      `sort=clicks&cursor=${cursor}`,
      `state=enabled&cursor=${cursor}`,
      'cursor=AAAA',
      'sort=text',
    ]) {
      const answer = await service.call('GET', `${first}&${query}`, { key });
      assert.equal(answer.error.code, 'validation_error', query);
    }
  });

  async function walk(query: string, meanwhile: () => Promise<void> = async () => {}) {
    const rows: z.output<typeof page>['keywords'] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const path: string = `/v1/organizations/acme/campaigns/pipes/keywords?${query}${cursor && `&cursor=${cursor}`}`;
      const found = page.parse((await service.call('GET', path, { key })).json);
      rows.push(...found.keywords);
      cursor = found.next_cursor;
      await meanwhile();
    }
    return rows;
  }

  /** Several keywords share each figure, so that the order among equals is put to the test. */
  async function add(number: number, text = `pipe ${number}`): Promise<void> {
    const { organizationId, campaign, ad } = place;
    const step = number % 12;
    await service.database.execute(
      addKeyword,
      organizationId,
      campaign,
      ad,
      text,
      number % 5 === 4 ? 'paused' : 'enabled',
      step,
      (step * 2.5).toFixed(2),
      String(step % 5),
      new Date(service.clock.now()),
    );
  }
});
