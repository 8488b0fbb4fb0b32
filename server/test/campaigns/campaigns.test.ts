import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { statement } from '../../src/base/database.ts';
import { insertCampaign, updateCampaignRow } from '../../src/campaigns/campaign.store.ts';
import { stateAfterSync } from '../../src/campaigns/campaign.ts';
import { type RunningService, startService, wholeSuite } from '../harness/service.ts';

const page = z.object({
  campaigns: z.array(z.record(z.string(), z.unknown())),
  total: z.int(),
  next_cursor: z.string().nullable(),
});
const COUNT = 57;
const setFigures = statement<
  [organizationId: number, slug: string, spend: string, conversions: string, cpa: string],
  never
>('update campaign set spend_7d = $3, conversions_7d = $4, cpa_7d = $5 where organization_id = $1 and slug = $2');
const removeSlug = statement<[organizationId: number, slug: string], never>(
  'delete from campaign where organization_id = $1 and slug = $2',
);

describe('campaigns', () => {
  const suite = wholeSuite();
  let service: RunningService;
  let key: string;
  let organizationId: number;

  before(async () => {
    service = await startService(suite, { config: { rateLimitPerMinute: 1_000_000 } });
    const acme = await service.world.addOrganization('acme');
    await service.world.addMember(acme, service.world.people.owner, 'owner');
    organizationId = acme.id;
    key = (await service.world.addKey({ organization: acme, scopes: ['campaigns:read'] })).key;
    for (let number = 0; number < COUNT; number += 1) await add(number);
  });

  test('a list row has exactly the specified fields, and amounts keep a decimal', async () => {
    await service.database.execute(setFigures, organizationId, 'campaign-56', '100.5', '3', '33.50');
    const { text } = await service.call('GET', '/v1/organizations/acme/campaigns?limit=1', { key });
    const { created_at: _created, ...row } = page.parse(JSON.parse(text)).campaigns[0] ?? {};
    assert.deepEqual(row, {
      slug: 'campaign-56',
      name: 'Campaign 56',
      type: 'prospecting',
      state: 'draft',
      budget: 40,
      spend_7d: 100.5,
      conversions_7d: 3,
      cpa_7d: 33.5,
    });
    assert.match(text, /"budget":40\.0,"spend_7d":100\.5,"conversions_7d":3\.0,"cpa_7d":33\.5,/);
    const other = (await service.call('GET', '/v1/organizations/acme/campaigns?limit=2', { key })).text;
    assert.match(other, /"spend_7d":0\.0,"conversions_7d":0\.0,"cpa_7d":0\.0,/);
  });

  test('pages hold each campaign once, newest first, with the total on every page', async () => {
    const slugs = await walk('limit=10');
    assert.equal(slugs.length, COUNT);
    assert.deepEqual(
      slugs,
      Array.from({ length: COUNT }, (_, index) => `campaign-${COUNT - 1 - index}`),
    );
  });

  test('pages neither repeat nor skip a campaign that existed all the while', async () => {
    const there = new Set(await walk('limit=100'));
    let number = 1_000;
    const removed = ['campaign-30', 'campaign-2'];
    const seen = await walk('limit=7', async () => {
      await add(number);
      number += 1;
      const gone = removed.shift();
      if (gone) await service.database.execute(removeSlug, organizationId, gone);
    });
    const stayed = [...there].filter((slug) => !['campaign-30', 'campaign-2'].includes(slug));
    assert.deepEqual(
      seen.filter((slug) => stayed.includes(slug)),
      stayed,
    );
    assert.equal(new Set(seen).size, seen.length);
  });

  test('the dashboard has the names of all of them at once, in the order of names', async () => {
    const { cookie } = service.world.people.owner;
    const { json } = await service.call('GET', '/dashboard/v1/organizations/acme/campaign-names', { cookie });
    const { campaigns } = page.pick({ campaigns: true }).parse(json);
    assert.ok(campaigns.length >= COUNT, 'more than a page holds');
    assert.deepEqual(
      campaigns.find(({ slug }) => slug === 'campaign-0'),
      { slug: 'campaign-0', name: 'Campaign 0', state: 'draft' },
    );
    const names = campaigns.map(({ name }) => String(name).toLowerCase());
    assert.deepEqual(names, names.toSorted());
  });

  test('a list is narrowed by state and by account; an unknown account has no campaigns', async () => {
    const live = await insertCampaign(tenancy(), { ...draft('Alive'), state: 'live', ad_account_id: 'a1' }, now());
    assert.ok(live);
    assert.deepEqual(await walk('state=live'), ['alive']);
    assert.deepEqual(await walk('account_id=a1'), ['alive']);
    assert.deepEqual(await walk('account_id=a1&state=draft'), []);
    const unknown = await service.call('GET', '/v1/organizations/acme/campaigns?account_id=nobody', { key });
    assert.deepEqual(unknown.json, { campaigns: [], total: 0, next_cursor: null });
  });

  test('a cursor belongs to its query, and one that was altered is refused', async () => {
    const first = page.parse((await service.call('GET', '/v1/organizations/acme/campaigns?limit=5', { key })).json);
    const cursor = first.next_cursor ?? '';
    for (const query of [
      `state=draft&cursor=${cursor}`,
      `cursor=${cursor.slice(0, -2)}`,
      'cursor=x',
      'cursor=',
      ...altered(cursor),
    ]) {
      const answer = await service.call('GET', `/v1/organizations/acme/campaigns?${query}`, { key });
      assert.equal(answer.error.code, 'validation_error', query);
    }
    const other = await service.call('GET', `/v1/organizations/acme/campaigns?limit=9&cursor=${cursor}`, { key });
    assert.equal(other.status, 200, 'the size of a page may change');
  });

  test('a state that does not exist, and an unknown parameter, are a validation_error', async () => {
    for (const query of ['state=running', 'sort=name', 'limit=0', 'limit=101']) {
      const answer = await service.call('GET', `/v1/organizations/acme/campaigns?${query}`, { key });
      assert.equal(answer.error.code, 'validation_error', query);
    }
  });

  test('a campaign has exactly the specified fields; target_cpa is null where none is set', async () => {
    const { json, text } = await service.call('GET', '/v1/organizations/acme/campaigns/campaign-5', { key });
    assert.deepEqual(json, {
      slug: 'campaign-5',
      name: 'Campaign 5',
      type: 'prospecting',
      state: 'draft',
      budget: 40,
      target_cpa: null,
      goal: 'conversions',
      website_url: 'https://acme.example',
      ads_count: 0,
      keywords_count: 0,
      negative_keywords_count: 0,
      last_synced_at: null,
    });
    assert.match(text, /"budget":40\.0/);
  });

  test('generating is there only while a draft is being generated', async () => {
    const made = await insertCampaign(tenancy(), { ...draft('In the making'), generating: true }, now());
    assert.ok(made);
    const read = () => service.call('GET', '/v1/organizations/acme/campaigns/in-the-making', { key });
    assert.ok((await read()).text.includes('"generating":true'));
    await updateCampaignRow(tenancy(), made.id, { generating: false, target_cpa: '12.30' }, now());
    const after = await read();
    assert.ok(!after.text.includes('generating'));
    assert.match(after.text, /"target_cpa":12\.3,/);
  });

  test('an unknown campaign slug answers not_found', async () => {
    for (const path of ['nothing', 'nothing/keywords', 'boats-by-the-day']) {
      const answer = await service.call('GET', `/v1/organizations/acme/campaigns/${path}`, { key });
      assert.equal(answer.error.code, 'not_found');
    }
  });

  test('campaigns of the same name get slugs of their own, at the same time too', async () => {
    const made = await Promise.all(
      Array.from({ length: 6 }, () => insertCampaign(tenancy(), draft('Städte & Dörfer'), now())),
    );
    assert.deepEqual(made.map((row) => row?.slug).sort(), [
      'stadte-dorfer',
      'stadte-dorfer-2',
      'stadte-dorfer-3',
      'stadte-dorfer-4',
      'stadte-dorfer-5',
      'stadte-dorfer-6',
    ]);
    const nameless = await insertCampaign(tenancy(), draft('広告'), now());
    assert.equal(nameless?.slug, 'campaign');
  });

  test('so do very many of the same name, whatever others are called', async () => {
    const slugs: (string | undefined)[] = [];
    for (const name of [...Array(6).fill('Many'), 'Many 2024', ...Array(110).fill('Many')]) {
      slugs.push((await insertCampaign(tenancy(), draft(name), now()))?.slug);
    }
    assert.equal(new Set(slugs).size, slugs.length);
    assert.deepEqual(slugs.slice(0, 8), ['many', ...[2, 3, 4, 5, 6, 2024, 7].map((number) => `many-${number}`)]);
    assert.equal(slugs.at(-1), 'many-2041');
    for (const name of ['Many 999999', 'Many 99999999', 'Many', 'Many', 'Many']) {
      slugs.push((await insertCampaign(tenancy(), draft(name), now()))?.slug);
    }
    assert.equal(new Set(slugs).size, slugs.length, 'also where a name has the last number');
  });

  async function walk(query: string, meanwhile: () => Promise<void> = async () => {}): Promise<string[]> {
    const slugs: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const path: string = `/v1/organizations/acme/campaigns?${query}${cursor && `&cursor=${cursor}`}`;
      const found = page.parse((await service.call('GET', path, { key })).json);
      slugs.push(...found.campaigns.map(({ slug }) => String(slug)));
      cursor = found.next_cursor;
      await meanwhile();
    }
    return slugs;
  }

  async function add(number: number): Promise<void> {
    if (number % 3 === 0) service.clock.turn({ seconds: 1 });
    await insertCampaign(tenancy(), { ...draft(`Campaign ${number}`), budget: '40' }, now());
  }

  function tenancy() {
    return { organizationId, db: service.database };
  }

  function now(): number {
    return service.clock.now();
  }
});

test('a campaign follows the platform, but a draft stays one and an error stays until something changes', () => {
  assert.equal(stateAfterSync('live', 'live', 'paused'), 'paused');
  assert.equal(stateAfterSync('paused', 'paused', 'live'), 'live');
  assert.equal(stateAfterSync('draft', 'paused', 'paused'), 'draft');
  assert.equal(stateAfterSync('draft', 'live', 'paused'), 'draft');
  assert.equal(stateAfterSync('draft', 'paused', 'live'), 'live');
  assert.equal(stateAfterSync('error', 'paused', 'paused'), 'error');
  assert.equal(stateAfterSync('error', 'paused', 'live'), 'live');
  assert.equal(stateAfterSync('live', 'live', 'removed'), 'paused');
  assert.equal(stateAfterSync('paused', 'removed', 'live'), 'live');
});

function draft(name: string) {
  return { name, type: 'prospecting', state: 'draft', website_url: 'https://acme.example' } as const;
}

/** A cursor with what a lenient decoder would pass over. */
function altered(cursor: string): string[] {
  return ['!', '.', '%0A', '='].flatMap((extra) => [`cursor=${cursor}${extra}`, `cursor=${extra}${cursor}`]);
}
