import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import pg from 'pg';
import { z } from 'zod';
import { dashboardOperations, operations } from '../catalogue.ts';
import { statement } from '../src/base/database.ts';
import { listCampaigns } from '../src/campaigns/list-campaigns.ts';
import { DASHBOARD } from './harness/gate.ts';
import { type Asked, HeldStatements } from './harness/held-statements.ts';
import { neighbourOf } from './harness/neighbour.ts';
import { validRequest } from './harness/requests.ts';
import { type RunningService, startService, wholeSuite } from './harness/service.ts';
import { until } from './writes/patience.ts';

const UNLIMITED = { rateLimitPerMinute: 1_000_000, anonymousRateLimitPerMinute: 1_000_000 };
const MANY = 10_000;
/** What a light read may look at, in rows of tables and of indexes. */
const MOST_ROWS = 1_500;
/** What one of its statements may answer: it is parsed while nobody else is served. */
const MOST_LENGTH = 50_000;
/** Organizations of the usual size, so that the planner knows what is usual. */
const OTHERS = { from: 100_000, to: 100_499 };
const FEW = 20;
const AT_ONCE_OF_ONE = 64;

const light = [...operations, ...dashboardOperations].filter(({ weight }) => weight === 'light');

const addCampaigns = statement<[organizationId: number, many: number, at: Date], never>(`
  insert into campaign (organization_id, slug, name, type, state, website_url, ad_account_id, platform_id, budget,
    created_at, updated_at)
  select $1::integer, 'many-' || n, 'Many ' || n, 'prospecting', 'paused', 'https://www.harbor.example/', 'many',
    'many-' || n, 1, $3::timestamptz + n * interval '1 second', $3::timestamptz
  from generate_series(1, $2::integer) n`);
const addOthers = statement<[from: number, to: number, few: number, at: Date], never>(`
  insert into campaign (organization_id, slug, name, type, state, website_url, ad_account_id, platform_id, budget,
    created_at, updated_at)
  select o, 'few-' || n, 'Few ' || n, 'prospecting', (array['live', 'paused', 'draft'])[n % 3 + 1],
    'https://www.harbor.example/', 'few-' || o, 'few-' || n, 1, $4::timestamptz, $4::timestamptz
  from generate_series($1::integer, $2::integer) o, generate_series(1, $3::integer) n`);
const addAccounts = statement<[organizationId: number, many: number, at: Date], never>(`
  insert into ad_account (organization_id, id, status, created_at)
  select $1::integer, 'many-' || n, 'linked', $3::timestamptz from generate_series(1, $2::integer) n`);
const addTasks = statement<[organizationId: number, many: number, about: string], never>(`
  insert into task (organization_id, type, payload, status, about, turn, created_at, finished_at)
  select $1::integer, 'none', '{}', 'completed', $3::text, n, now(), now() from generate_series(1, $2::integer) n`);
const excludeMany = statement<[organizationId: number, many: number], never>(`
  update campaign set excluded_locations = (
    select jsonb_agg(jsonb_build_object('id', n::text, 'name', 'Another place ' || n)) from generate_series(1, $2::integer) n)
  where organization_id = $1 and slug not like 'many-%'`);
const reachMany = statement<[organizationId: number, many: number], never>(`
  update ad_connection set accounts = (
    select jsonb_agg(jsonb_build_object('customerId', n::text, 'name', 'Client ' || n)) from generate_series(1, $2::integer) n)
  where organization_id = $1`);
const analyze = statement<[], never>('analyze');

interface PlanNode {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number | undefined;
  Plans?: PlanNode[] | undefined;
}
const planNode: z.ZodType<PlanNode> = z.lazy(() =>
  z.object({
    'Actual Rows': z.number(),
    'Actual Loops': z.number(),
    'Rows Removed by Filter': z.number().optional(),
    Plans: z.array(planNode).optional(),
  }),
);
const explained = z.tuple([z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: planNode })]) })]);

describe('light reads', () => {
  const suite = wholeSuite();
  const shared = new HeldStatements();
  let service: RunningService;
  let neighbour: Awaited<ReturnType<typeof neighbourOf>>;

  before(async () => {
    service = await startService(suite, {
      config: UNLIMITED,
      adapters: (database) => ({ database: { ...database, hot: shared.of(database.hot) } }),
    });
    neighbour = await neighbourOf(service);
    const { world, database, clock } = service;
    const at = new Date(clock.now());
    await database.execute(addCampaigns, world.harbor.id, MANY, at);
    await database.execute(addOthers, OTHERS.from, OTHERS.to, FEW, at);
    await database.execute(addAccounts, world.harbor.id, MANY, at);
    await database.execute(addTasks, world.harbor.id, MANY, `campaign:${world.campaignSlug}`);
    await database.execute(excludeMany, world.harbor.id, MANY);
    await world.addAccount(world.people.owner);
    await database.execute(reachMany, world.harbor.id, MANY);
    await database.execute(analyze);
  });

  const ask = (method: string, path: string, body?: unknown) =>
    service.call(method, DASHBOARD + path, { cookie: service.world.people.owner.cookie, body });

  for (const operation of light) {
    test(`${operation.name} looks at a few rows of an organization that holds ten thousand of everything`, async () => {
      const { method, path, body } = await validRequest(operation, {
        world: service.world,
        person: service.world.people.owner,
      });
      const moved = operation.name === 'update_campaign' ? { ...z.object().parse(body), budget: 1 } : body;
      shared.asked = [];
      const { status, text } = await ask(method, path, moved);
      assert.equal(status, 200, text);
      for (const asked of shared.asked) {
        assert.ok((asked.length ?? 0) <= MOST_LENGTH, `${asked.length} characters: ${asked.text}`);
      }
      await eachLooksAtFew();
    });
  }

  for (const narrowed of ['state=draft', 'state=paused', 'account_id=none', 'account_id=many&state=draft']) {
    test(`so does a list of campaigns with ${narrowed}, and its page far down`, async () => {
      const path = `${listCampaigns.rest.path.replace('{org}', service.world.harbor.slug)}?limit=100&${narrowed}`;
      shared.asked = [];
      const first = await ask('GET', path);
      assert.equal(first.status, 200, first.text);
      const page = shared.asked.find(({ text }) => text.includes('p.created_at desc'));
      assert.ok(page);
      const down = new Date(service.clock.now() + 60_000).toISOString();
      shared.asked.push({ ...page, parameters: page.parameters.with(3, down).with(4, 1) });
      await eachLooksAtFew();
    });
  }

  test('the total of a long list is exact, and so is the sum of many budgets', async () => {
    const path = `/organizations/${service.world.harbor.slug}/campaigns`;
    const { json } = await ask('GET', `${path}?state=paused&account_id=many`);
    assert.equal(z.object({ total: z.number() }).parse(json).total, MANY);
    const account = z.object({ ad_accounts: z.array(z.unknown()) });
    const organization = await ask('GET', `/organizations/${service.world.harbor.slug}`);
    assert.ok(account.parse(organization.json).ad_accounts.length >= MANY);
  });

  test('one organization has few under way, and nobody else waits for the others', async () => {
    const { world, base } = service;
    const { cookie } = world.people.owner;
    const url = `${base}${DASHBOARD}/organizations/${world.harbor.slug}/campaigns?state=draft`;
    let crowd: Promise<Response>[] = [];
    await shared.during(
      ({ parameters }) => parameters[0] === world.harbor.id,
      async () => {
        // Each on a connection of its own: the test's other calls share as few as may be under way.
        crowd = Array.from({ length: AT_ONCE_OF_ONE + 16 }, () => fetch(url, { headers: { cookie } }));
        await until(async () => shared.underWay === AT_ONCE_OF_ONE || undefined, 'the crowd');
        await neighbour.readsAndChanges('light reads');
        assert.equal(shared.underWay, AT_ONCE_OF_ONE);
      },
    );
    for (const answer of await Promise.all(crowd)) assert.equal(answer.status, 200, await answer.text());
  });

  /** As it is planned for the values asked for, and as it is planned for any. */
  async function eachLooksAtFew(): Promise<void> {
    assert.ok(shared.asked.length > 0, 'it reads by what everybody shares');
    const client = new pg.Client(service.databaseUrl);
    await client.connect();
    try {
      for (const mode of ['force_custom_plan', 'force_generic_plan']) {
        await client.query(`set plan_cache_mode = ${mode}`);
        for (const asked of shared.asked.filter(({ text }) => /^\s*(select|with)/.test(text))) {
          const rows = await rowsLookedAt(client, asked);
          assert.ok(rows <= MOST_ROWS, `${rows} rows (${mode}): ${asked.text}`);
        }
      }
    } finally {
      await client.end();
    }
  }
});

async function rowsLookedAt(client: pg.Client, { text, parameters }: Asked): Promise<number> {
  await client.query(`prepare looked as ${text}`);
  const values = parameters.map(literal).join(', ');
  const { rows } = await client.query(
    `explain (analyze, format json) execute looked${parameters.length > 0 ? `(${values})` : ''}`,
  );
  await client.query('deallocate looked');
  return lookedAt(explained.parse(rows)[0]['QUERY PLAN'][0].Plan);
}

/** Of the leaves of a plan: what is above them has come from there. */
function lookedAt(node: PlanNode): number {
  const below = (node.Plans ?? []).reduce((sum, plan) => sum + lookedAt(plan), 0);
  const own = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
  return node.Plans ? below : own;
}

function literal(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `array[${value.map(literal)}]`;
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`;
  return pg.escapeLiteral(value instanceof Date ? value.toISOString() : String(value));
}
