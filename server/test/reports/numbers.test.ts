import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { statement } from '../../src/base/database.ts';
import { campaignDay, termDay } from '../figures/world.ts';
import { daysBetween, type ReportWorld, reportWorld } from './world.ts';

const FROM = '2026-01-26';
const TO = '2026-03-10';

/** Everything that the figures table shows of some days, computed by PostgreSQL. */
const totals = statement<[organizationId: number, from: string, to: string, weeks: number], Record<string, string>>(`
  select to_char(round(sum(cost_micros) / 1e6 / $4, 2), 'FM999,999,990.00') as spend,
    trim(trailing '.' from trim(trailing '0' from to_char(round(sum(conversions_micros) / 1e6 / $4, 2), 'FM999,990.00'))) as conversions,
    to_char(round(sum(cost_micros)::numeric / sum(conversions_micros), 2), 'FM999,990.00') as cpa,
    to_char(round(sum(cost_micros) / 1e6 / sum(clicks), 2), 'FM999,990.00') as cpc,
    to_char(round(100.0 * sum(clicks) / sum(impressions), 1), 'FM990.0') as ctr,
    to_char(round(sum(conversions_micros) / 1e4 / sum(clicks), 1), 'FM990.0') as rate
  from campaign_day where organization_id = $1 and day between $2 and $3`);
const byCampaign = statement<
  [organizationId: number, from: string, to: string],
  { slug: string; spend: string; budget: string; lost: string }
>(`
  select c.slug, to_char(round(sum(cost_micros) / 1e6, 2), 'FM999,990.00') as spend,
    to_char(round(100 * sum(lost_to_budget * impressions / impression_share)::numeric / sum(impressions / impression_share)::numeric, 1), 'FM990.0') as lost,
    to_char(round(100 * sum(cost_micros) / 1e6 / 7 / max(c.budget), 1), 'FM9990.0') as budget
  from campaign_day d join campaign c on c.organization_id = $1 and c.id = d.campaign_id
  where d.organization_id = $1 and day between $2 and $3 group by c.slug`);
const shares = statement<[organizationId: number, from: string, to: string], { slug: string; won: string }>(`
  select c.slug, to_char(round(100 * sum(impressions)::numeric / round(sum(impressions / impression_share))::numeric, 1), 'FM990.0') as won
  from campaign_day d join campaign c on c.organization_id = $1 and c.id = d.campaign_id
  where d.organization_id = $1 and day between $2 and $3 group by c.slug`);
const termTotals = statement<
  [organizationId: number, from: string, to: string],
  { terms: string; cost: string; fresh: string }
>(`
  with week as (
    select term_id, sum(cost_micros) as cost from search_term_day
    where organization_id = $1 and day between $2 and $3 group by term_id
  )
  select count(*) as terms, to_char(round(sum(cost) / 1e6, 2), 'FM999,990.00') as cost,
    count(*) filter (where not exists (
      select 1 from search_term_day d where d.organization_id = $1 and d.term_id = week.term_id
        and d.day between $2::date - 28 and $2::date - 1)) as fresh
  from week`);

async function filled(world: ReportWorld): Promise<void> {
  const rows = daysBetween(FROM, TO).flatMap((date, n) =>
    [1, 2, 3].map((campaign) =>
      campaignDay(date, campaign, {
        impressions: 400 + ((n * 37 * campaign) % 91),
        clicks: 20 + ((n * 7 * campaign) % 13),
        costMicros: 31_415_926 * campaign + n * 77_777,
        conversions: ((n * campaign) % 5) * 0.75,
        conversionsValue: ((n * campaign) % 5) * 40,
        impressionShare: 0.4 + ((n * campaign) % 7) / 20,
        lostToBudget: 0.2,
        lostToRank: 0.1,
      }),
    ),
  );
  const terms = daysBetween(FROM, TO).flatMap((date, n) =>
    ['pipes', 'leak', `odd ${n}`].map((term, k) =>
      termDay(date, 1, term, { clicks: 1 + k, costMicros: (k + 1) * 1_234_567 }),
    ),
  );
  await world.campaigns(FROM, TO, rows);
  await world.terms(FROM, TO, terms);
  await world.rebuild();
  for (const slug of ['c1', 'c2', 'c3']) await world.target(slug, '80', '120');
}

test('every number of the weekly report is what PostgreSQL computes from the same rows', async (t) => {
  const world = await reportWorld(t, { campaigns: 3 });
  await filled(world);
  const { markdown } = await world.write();
  const { database } = world.service;
  const of = (from: string, to: string, weeks = 1) => database.row(totals, world.organizationId, from, to, weeks);
  const [now, before, average] = [
    await of('2026-03-02', '2026-03-08'),
    await of('2026-02-23', '2026-03-01'),
    await of('2026-02-02', '2026-03-01', 4),
  ];
  assert.ok(now && before && average);
  const row = (name: string) => cellsOf(markdown, name);
  for (const [name, key, unit] of [
    ['Spend', 'spend', '€'],
    ['Conversions', 'conversions', ''],
    ['CPA', 'cpa', '€'],
    ['CPC', 'cpc', '€'],
  ] as const) {
    const [value, previous, , four] = row(name);
    assert.deepEqual(
      [value, previous, four],
      [now, before, average].map((sums) => `${unit}${sums[key]}`),
      name,
    );
  }
  for (const [name, key] of [
    ['CTR', 'ctr'],
    ['Conversion rate', 'rate'],
  ] as const) {
    const [value, previous, , four] = row(name);
    assert.deepEqual(
      [value, previous, four],
      [now, before, average].map((sums) => `${sums[key]} %`),
      name,
    );
  }
  for (const { slug, spend, budget, lost } of await database.rows(
    byCampaign,
    world.organizationId,
    '2026-03-02',
    '2026-03-08',
  )) {
    const [shown, , , , used, lostToBudget] = cellsOf(markdown, `“${slug}”`);
    assert.deepEqual([shown, used, lostToBudget], [`€${spend}`, `${budget} %`, `${lost} %`], slug);
  }
  const terms = await database.row(termTotals, world.organizationId, '2026-03-02', '2026-03-08');
  assert.ok(terms);
  assert.ok(
    markdown.includes(
      `${terms.terms} search terms took €${terms.cost}. ${terms.fresh} of them were not seen in the 28 days before`,
    ),
  );
});

test('so is every figure of the other reports and of a strategy', async (t) => {
  const world = await reportWorld(t, { campaigns: 3 });
  await filled(world);
  const { database } = world.service;
  const of = async (from: string, to: string) => {
    const sums = await database.row(totals, world.organizationId, from, to, 1);
    assert.ok(sums);
    return sums;
  };
  const month = await of('2026-02-01', '2026-02-28');
  const performance = (await world.write('performance')).markdown;
  assert.equal(cellsOf(performance, 'Spend')[0], `€${month.spend}`);
  assert.equal(cellsOf(performance, 'CPA')[0], `€${month.cpa}`);
  assert.equal(cellsOf(performance, 'Conversion rate')[0], `${month.rate} %`);

  const six = await of('2026-01-26', '2026-03-08');
  const strategic = (await world.write('strategic')).markdown;
  assert.equal(cellsOf(strategic, 'Spend')[0], `€${six.spend}`);
  assert.equal(cellsOf(strategic, 'CPC')[0], `€${six.cpc}`);

  const terms = await database.row(termTotals, world.organizationId, '2026-02-09', '2026-03-08');
  const intelligence = (await world.write('intelligence')).markdown;
  assert.ok(terms && intelligence.includes(`${terms.terms} search terms took €${terms.cost}.`));

  const competitor = (await world.write('competitor')).markdown;
  for (const { slug, won } of await database.rows(shares, world.organizationId, '2026-02-09', '2026-03-08')) {
    assert.equal(cellsOf(competitor, `“${slug}”`)[0], `${won} %`, slug);
  }

  const answer = await world.service.call('POST', '/v1/organizations/shop/strategy', { key: world.key, body: {} });
  const { strategy, task_tracking_id } = z
    .object({ strategy: z.string(), task_tracking_id: z.int() })
    .parse(answer.json);
  await world.finish(task_tracking_id);
  const written = z.object({ markdown: z.string() }).parse((await world.get(`strategy/${strategy}`)).json).markdown;
  assert.ok(written.includes(`In six weeks €${six.spend} brought ${six.conversions} conversions at €${six.cpa} each.`));
});

test('the strategic report names the six weeks that it tells of, and those that they are compared with', async (t) => {
  const world = await reportWorld(t, { campaigns: 3 });
  await filled(world);
  const { markdown } = await world.write('strategic');
  const six = await world.service.database.row(totals, world.organizationId, FROM, '2026-03-08', 1);
  const [title = '', , heading, , days, , spend = ''] = markdown.split('\n');
  assert.ok(title.endsWith(', 15 Dec 2025 – 8 Mar 2026'), title);
  assert.equal(heading, '## In short');
  assert.equal(
    days,
    'Figures are of the last six weeks, 26 Jan – 8 Mar 2026, where no other days are named; they are compared with the six weeks before, 15 Dec 2025 – 25 Jan 2026.',
  );
  assert.ok(spend.startsWith(`Spend was €${six?.spend} `), spend);
  assert.match(markdown, /Nothing was changed through this service in the days of 26 Jan – 8 Mar 2026\./);
});

test('what the report says moved adds up, among causes and among campaigns', async (t) => {
  const world = await reportWorld(t, { campaigns: 3 });
  await filled(world);
  const { markdown } = await world.write();
  const part = markdown.split('## What moved, and why')[1]?.split('\n## ')[0] ?? '';
  for (const name of ['Spend', 'Conversions', 'CPA']) {
    const [change, first, second] = cellsOf(part, name).map(hundredths);
    assert.equal((first ?? 0) + (second ?? 0), change, name);
  }
  const campaigns = ['“c1”', '“c2”', '“c3”'].map((name) => cellsOf(part, name).map(hundredths));
  const all = cellsOf(part, '**All together**').map(hundredths);
  for (const column of [0, 1]) {
    assert.equal(
      campaigns.reduce((sum, row) => sum + (row[column] ?? 0), 0),
      all[column],
    );
  }
});

/** The cells of the row of a table that begins with that text. */
function cellsOf(markdown: string, name: string): string[] {
  const line = markdown.split('\n').find((text) => text.startsWith(`| ${name} |`));
  assert.ok(line, `a row for ${name}`);
  return line
    .split(' | ')
    .slice(1)
    .map((cell) => cell.replace(/ \|$/, ''));
}

function hundredths(cell: string): number {
  const [, sign = '', digits = '0'] = /^([−+]?)[€$]?([\d,.]+)/.exec(cell) ?? [];
  return Math.round(Number(digits.replaceAll(',', '')) * 100) * (sign === '−' ? -1 : 1);
}
