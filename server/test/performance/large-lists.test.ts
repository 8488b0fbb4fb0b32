import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { rebuildFigures } from '../../src/ad-accounts/sync/rebuild-figures.ts';
import { statement } from '../../src/base/database.ts';
import { LongestBlock } from '../harness/longest-block.ts';
import { type RunningService, startService, wholeSuite } from '../harness/service.ts';

/** As many as Google lets one account hold. */
const CAMPAIGNS = 10_000;
/** As many as the table of campaigns shows. */
const MOST_SHOWN = 2_000;
/** Of processor time, several times what it is; collecting garbage is part of it. */
const LONGEST_BLOCK_MS = 50;

const addCampaigns = statement<[organizationId: number, many: number], never>(`
  insert into campaign (organization_id, slug, name, type, state, website_url, created_at, updated_at, budget)
  select $1::integer, 'camp-' || lpad(n::text, 5, '0'), 'Überall ' || n, 'prospecting', 'live', 'https://acme.example',
    timestamptz '2026-01-01T00:00:00Z' + n * interval '1 second', now(), 10
  from generate_series(1, $2::integer) n`);
/** Campaign 1003 spends 3 a day, as campaign 3 does, and converts thrice for that; for 15 days, up to 1 March. */
const addDays = statement<[organizationId: number], never>(`
  insert into campaign_day (organization_id, day, campaign_id, impressions, clicks, cost_micros, conversions_micros,
    value_micros)
  select $1::integer, date '2026-03-01' - d, c.id, 10, 1, n % 1000 * 1000000, n % 4 * 1000000, 0
  from generate_series(0, 14) d
  cross join (
    select id, right(slug, 5)::integer as n from campaign where organization_id = $1 and slug like 'camp-%'
  ) c`);
const changed = statement<[organizationId: number], never>(`
  insert into figure_state (organization_id, changed_from) values ($1, date '2026-01-01')
  on conflict (organization_id) do update set changed_from = excluded.changed_from`);
const analyze = statement<[], never>('analyze campaign, campaign_day');

const tabled = z.object({ impressions: z.number(), spend: z.number(), cpa: z.number().nullable() });
const table = z.object({ rows: z.array(z.object({ key: z.string(), now: tabled, before: tabled })) });
const figures = z.object({
  period: z.object({ from: z.string(), to: z.string() }),
  campaigns: z.array(z.object({ slug: z.string(), spend: z.number(), spend_by_day: z.array(z.number()) })),
  total: z.int(),
});
const called = z.object({
  result: z.object({
    content: z.tuple([z.object({ text: z.string() })]),
    structuredContent: z.looseObject({
      by_campaign: z.array(z.looseObject({ slug: z.string() })),
      shortened: z.looseObject({ lists: z.array(z.object({ path: z.string(), shown: z.int(), of: z.int() })) }),
    }),
  }),
});

/** All campaigns in the order in which performance lists them, as it writes them. */
function byCampaign(days: number): string[] {
  const all = Array.from({ length: CAMPAIGNS }, (_, index) => index + 1);
  const ordered = all.sort((a, b) => (b % 1000) - (a % 1000) || a - b);
  return ordered.map((n) => {
    const [cost, conversions] = [n % 1000, n % 4];
    const cpa = conversions === 0 ? 0 : Math.round((cost / conversions) * 100) / 100;
    const amounts = [cost * days, conversions * days, cpa].map((one) =>
      Number.isInteger(one) ? `${one}.0` : `${one}`,
    );
    return `{"slug":"${slugOf(n)}","spend":${amounts[0]},"conversions":${amounts[1]},"cpa":${amounts[2]}}`;
  });
}

function slugOf(n: number): string {
  return `camp-${String(n).padStart(5, '0')}`;
}

describe('with 10,000 campaigns nobody waits while all of them are answered:', () => {
  const suite = wholeSuite();
  let service: RunningService;
  let key: string;

  before(async () => {
    service = await startService(suite, { config: { rateLimitPerMinute: 1_000_000 } });
    const { clock, world } = service;
    const database = service.database.forWork();
    const { harbor, people } = world;
    await database.execute(addCampaigns, harbor.id, CAMPAIGNS);
    await database.execute(addDays, harbor.id);
    await database.execute(changed, harbor.id);
    await database.execute(analyze);
    await rebuildFigures({ database, clock }, harbor.id);
    key = (await world.addKey({ organization: harbor, creator: people.owner })).key;
  });

  /** The text of an answer, of which nothing is looked at while others might wait; the first call only warms up. */
  const asked = async (path: string, init: RequestInit): Promise<string> => {
    let text = '';
    for (const measured of [false, false, true]) {
      const block = new LongestBlock();
      const answer = await fetch(`${service.base}${path}`, init);
      const body = await answer.arrayBuffer();
      const longest = Math.round(block.end());
      text = Buffer.from(body).toString();
      assert.equal(answer.status, 200, text.slice(0, 300));
      if (measured) assert.ok(longest <= LONGEST_BLOCK_MS, `${path} held others up for ${longest} ms`);
    }
    return text;
  };
  const dashboard = (path: string) => {
    const { harbor, people } = service.world;
    const headers = { cookie: people.owner.cookie };
    return asked(`/dashboard/v1/organizations/${harbor.slug}${path}`, { headers });
  };

  test('performance by campaign', async () => {
    const headers = { authorization: `Bearer ${key}` };
    const text = await asked(`/v1/organizations/${service.world.harbor.slug}/performance?group_by=campaign`, {
      headers,
    });
    const begins = text.indexOf('"by_campaign":') + '"by_campaign":'.length;
    assert.equal(text.slice(begins), `[${byCampaign(7).join(',')}]}`);
  });

  test('performance by campaign through its tool, as much as an agent can read', async () => {
    const { harbor } = service.world;
    const params = { name: 'svc_get_performance', arguments: { organization: harbor.slug } };
    const { result } = called.parse(
      JSON.parse(
        await asked('/mcp', {
          method: 'POST',
          headers: {
            authorization: `Bearer ${key}`,
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
          },
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
        }),
      ),
    );
    const { by_campaign, shortened } = result.structuredContent;
    assert.deepEqual(shortened.lists, [{ path: 'by_campaign', shown: 625, of: CAMPAIGNS }]);
    assert.deepEqual(
      by_campaign.map(({ slug }) => slug),
      byCampaign(7)
        .slice(0, 625)
        .map((row) => JSON.parse(row).slug),
    );
    assert.deepEqual(JSON.parse(result.content[0].text), result.structuredContent);
  });

  test('the table of performance', async () => {
    const { rows } = table.parse(JSON.parse(await dashboard('/performance/table?group_by=campaign')));
    const expected = byCampaign(7).map((row) => JSON.parse(row));
    assert.deepEqual(
      rows.map(({ key: slug, now, before: then }) => [slug, now.spend, now.cpa ?? 0, then.spend, then.impressions]),
      expected.map(({ slug, spend, cpa }) => [slug, spend, cpa, spend, 70]),
    );
  });

  test('the table of campaigns, of which it shows the newest', async () => {
    const { period, campaigns, total } = figures.parse(JSON.parse(await dashboard('/campaign-figures')));
    assert.deepEqual(period, { from: '2026-01-31', to: '2026-03-01' });
    assert.ok(total >= CAMPAIGNS);
    const shown = campaigns.filter(({ slug }) => slug.startsWith('camp-'));
    assert.deepEqual(
      shown.map(({ slug, spend, spend_by_day }) => [slug, spend, ...spend_by_day]),
      Array.from({ length: shown.length }, (_, index) => CAMPAIGNS - index).map((n) => [
        slugOf(n),
        (n % 1000) * 15,
        ...Array.from({ length: 30 }, (_, day) => (day < 15 ? 0 : n % 1000)),
      ]),
    );
    assert.equal(campaigns.length, MOST_SHOWN);
  });
});
