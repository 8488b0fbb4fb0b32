import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { statement } from '../../src/base/database.ts';
import { queueEngine } from '../../src/campaigns/queue-engine.ts';
import { wholeSuite } from '../harness/service.ts';
import { bodyOf } from '../writes/organization.ts';
import { until } from '../writes/patience.ts';
import { ACME, startWorld, type Writes } from '../writes/world.ts';

const addCampaigns = statement<[organizationId: number, count: number, at: Date], never>(`
  insert into campaign (organization_id, slug, name, type, state, website_url, bidding, budget, ad_account_id, platform_id,
    platform_state, created_at, updated_at)
  select $1::integer, 'many-' || n, 'Many ' || n, 'prospecting', 'live', 'https://acme.example', 'maximize_conversions',
    10, '9', 'p' || n, 'live', $3::timestamptz, $3::timestamptz
  from generate_series(1, $2::integer) n`);
const asBrand = statement<[organizationId: number, slug: string], never>(
  `update campaign set type = 'brand' where organization_id = $1 and slug = $2`,
);
const runs = statement<
  [organizationId: number],
  { status: string; finished_at: string | null; created_at: string; campaigns: number | null }
>(`
  select status, finished_at, created_at, (result ->> 'campaigns')::int as campaigns from task
  where organization_id = $1 and type = 'run_engine' order by task_tracking_id`);

describe('runs of the engine', () => {
  const suite = wholeSuite();
  let writes: Writes;

  before(async () => {
    writes = await startWorld(suite);
  });

  test('follow a sync that brought the figures of weeks, and leave recommendations', async () => {
    const org = await writes.organization({ account: ACME, synced: true });
    await org.quiet();
    const [run, ...more] = await writes.database.rows(runs, org.id);
    assert.deepEqual([run?.status, more.length], ['completed', 0]);
    const { total, recommendations } = bodyOf(await org.send('GET', `/organizations/${org.slug}/recommendations`));
    assert.ok(Number(total) > 0);
    for (const { changes } of z.array(z.object({ changes: z.int() })).parse(recommendations)) assert.ok(changes > 0);
    assert.equal((await org.log()).total, 0, 'it applies nothing');
  });

  test('follow a brand campaign that goes live, because others may leak from then on', async () => {
    const org = await writes.organization();
    await org.live({ budget: 20 });
    assert.deepEqual(await writes.database.rows(runs, org.id), []);
    const brand = await org.draft({ budget: 20 });
    await writes.database.execute(asBrand, org.id, brand);
    await org.moved(brand, 'live');
    await org.quiet();
    assert.deepEqual(
      (await writes.database.rows(runs, org.id)).map(({ status }) => status),
      ['completed'],
    );
  });

  test('of hundreds of campaigns go in turns: another organization’s run does not wait for the whole', async () => {
    const [large, small] = [await writes.organization({ account: null }), await writes.organization({ account: null })];
    const at = new Date(writes.clock.now());
    await writes.database.execute(addCampaigns, large.id, 500, at);
    await writes.database.execute(addCampaigns, small.id, 10, at);
    const { services } = writes.service;
    await queueEngine(services, large.tenancy);
    await queueEngine(services, small.tenancy);
    const own = await until(async () => {
      const [run] = await writes.database.rows(runs, small.id);
      return run?.status === 'completed' ? run : undefined;
    }, 'the small run');
    await large.quiet();
    const all = await writes.database.rows(runs, large.id);
    const judged = all.reduce((sum, { campaigns }) => sum + (campaigns ?? 0), 0);
    assert.equal(judged, 500);
    const before = all.filter(({ finished_at }) => String(finished_at) < String(own.finished_at));
    assert.ok(before.length < all.length / 4, `${before.length} of ${all.length} turns came before`);
  });
});
