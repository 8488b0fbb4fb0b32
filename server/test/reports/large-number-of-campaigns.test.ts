import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { statement } from '../../src/base/database.ts';
import { REPORT_TYPES } from '../../src/reports/report-types.ts';
import { LongestBlock } from '../harness/longest-block.ts';
import { fillManyCampaigns } from '../harness/many-campaigns.ts';
import { wholeSuite } from '../harness/service.ts';
import { type ReportWorld, reportWorld } from './world.ts';

/** Of processor time, several times what it is; collecting garbage is part of it. */
const LONGEST_BLOCK_MS = 50;
/** As far back as any document looks. */
const WEEKS = 13;

const setCap = statement<[id: number], never>('update organization set max_spend = 9000000 where id = $1');
const addProfile = statement<[organizationId: number], never>(`
  insert into business_profile (organization_id, url, brand_name, description, products, competitors, status, updated_at)
  values ($1, 'https://acme.test', 'Acme', 'Pipes', '[{"name":"Pipes","description":"","url":""}]',
    '[{"name":"Rival","url":""}]', 'ready', timestamptz '2026-01-01')`);
const addAccounts = statement<[organizationId: number], never>(`
  insert into ad_account (organization_id, id, name, status, created_at)
  select $1::integer, 'account-' || n, 'Account ' || n, 'linked', timestamptz '2026-01-01'
  from generate_series(2, 1000) n`);

interface Expected {
  spend: string;
  not_shown: string;
  brand: string;
  budgets: string;
  rivals_unnamed: string;
  rivals_not_shown: string;
}
/** What documents say of all campaigns, computed by PostgreSQL: of the last week, and of competitors in the last four. */
const sums = statement<[organizationId: number], Expected>(`
  with figures as (
    select c.slug, c.type, c.budget, sum(d.cost_micros) filter (where d.day > date '2026-03-01') / 1e6 as week,
      sum(d.cost_micros) filter (where d.day > date '2026-02-08') / 1e6 as month
    from campaign c join campaign_day d on d.organization_id = $1 and d.campaign_id = c.id
    where c.organization_id = $1 group by c.slug, c.type, c.budget
  ), placed as (
    select type, budget, week, month, row_number() over (order by week desc, slug) as place,
      row_number() over (partition by type order by month desc, slug) as place_in_type
    from figures
  )
  select to_char(sum(week), 'FM999,999,990.00') as spend,
    to_char(sum(week) filter (where place > 10), 'FM999,999,990.00') as not_shown,
    to_char(sum(week) filter (where type = 'brand'), 'FM999,999,990.00') as brand,
    to_char(sum(budget) * 30, 'FM999,999,990.00') as budgets,
    to_char(count(*) filter (where type = 'competitor') - 10, 'FM9,999') as rivals_unnamed,
    to_char(sum(month) filter (where type = 'competitor' and place_in_type > 10), 'FM999,999,990.00') as rivals_not_shown
  from placed`);
const started = z.object({ strategy: z.string(), task_tracking_id: z.int() });
const strategy = z.object({ markdown: z.string() });

describe('with 10,000 campaigns in 1,000 ad accounts nobody waits while a document is made:', () => {
  const suite = wholeSuite();
  let world: ReportWorld;
  let expected: Expected;

  before(async () => {
    world = await reportWorld(suite, { campaigns: 0 });
    const { organizationId } = world;
    const database = world.service.database.forWork();
    await fillManyCampaigns(database, organizationId, { latest: '2026-03-08', weeks: WEEKS });
    for (const filled of [setCap, addProfile, addAccounts]) await database.execute(filled, organizationId);
    await world.account('linked');
    const row = await database.row(sums, organizationId);
    assert.ok(row);
    expected = row;
  });

  /** A document; the first two of its kind only warm up. */
  const made = async (make: () => Promise<string>): Promise<string> => {
    await make();
    await make();
    const block = new LongestBlock();
    const markdown = await make();
    const longest = Math.round(block.end());
    assert.ok(longest <= LONGEST_BLOCK_MS, `others were held up for ${longest} ms`);
    return markdown;
  };

  const told: Record<(typeof REPORT_TYPES)[number], () => string[]> = {
    weekly: () => [`| Spend | €${expected.spend} |`, `| All 9,990 others | €${expected.not_shown} |`],
    strategic: () => [`7,500 live campaigns. All daily budgets together allow €${expected.budgets} a month`],
    performance: () => ['| All 9,990 others |'],
    intelligence: () => ['No search terms were reported'],
    competitor: () => [`| ${expected.rivals_unnamed} others on competitors | €${expected.rivals_not_shown} |`],
  };

  for (const type of REPORT_TYPES) {
    test(`the ${type} report`, async () => {
      const markdown = await made(async () => (await world.write(type)).markdown);
      for (const text of told[type]()) assert.ok(markdown.includes(text), `${text} is not told`);
    });
  }

  test('a strategy', async () => {
    const markdown = await made(async () => {
      const { strategy: id, task_tracking_id } = started.parse((await world.post('strategy')).json);
      assert.equal((await world.finish(task_tracking_id)).status, 'completed');
      return strategy.parse((await world.get(`strategy/${id}`)).json).markdown;
    });
    assert.match(markdown, /25 of 7,500 live campaigns, those that spend most/);
  });
});
