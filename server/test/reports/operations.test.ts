import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { statement } from '../../src/base/database.ts';
import type { Writer } from '../../src/ports/writer.ts';
import { campaignDay } from '../figures/world.ts';
import { daysBetween, type ReportWorld, reportWorld } from './world.ts';

const UNIT = 1_000_000;
const quotaUsed = statement<[organizationId: number], { used: number }>(
  'select coalesce(sum(used), 0)::integer as used from write_quota where organization_id = $1',
);
const setApprovals = statement<[id: number], never>('update organization set approvals_required = true where id = $1');
const finish = statement<[organizationId: number], never>(
  `update task set status = 'completed', finished_at = now() where organization_id = $1 and type = 'generate_report'`,
);
const setQuota = statement<[id: number], never>('update organization set daily_write_quota = 1 where id = $1');
const reports = statement<[organizationId: number], { total: number }>(
  'select count(*)::integer as total from report where organization_id = $1',
);

const list = z.strictObject({
  reports: z.array(z.strictObject({ id: z.string(), type: z.string(), generated_at: z.string() })),
  total: z.int(),
  next_cursor: z.string().nullable(),
});

const dated = z.object({
  reports: z.array(
    z.object({ id: z.string(), type: z.string(), period: z.object({ from: z.string(), to: z.string() }) }),
  ),
  total: z.int(),
});

async function withFigures(world: ReportWorld): Promise<void> {
  const rows = daysBetween('2026-01-26', '2026-03-10').flatMap((date) => [
    campaignDay(date, 1, { impressions: 100, clicks: 10, costMicros: 20 * UNIT, conversions: 1, conversionsValue: 90 }),
    campaignDay(date, 2, { impressions: 50, clicks: 5, costMicros: 5 * UNIT }),
  ]);
  await world.campaigns('2026-01-26', '2026-03-10', rows);
  await world.rebuild();
}

test('a weekly report is queued, written for the last complete week, and read by id and as the latest', async (t) => {
  const world = await reportWorld(t);
  await withFigures(world);
  assert.equal((await world.get('reports/weekly/latest')).status, 404);
  const { id, markdown } = await world.write();
  assert.match(id, /^rep_/);
  assert.match(markdown, /^# Weekly report: “shop”, 2–8 Mar 2026\n/);
  assert.deepEqual((await world.get('reports/weekly/latest')).json, (await world.get(`reports/weekly/${id}`)).json);
  const { reports, total, next_cursor } = list.parse((await world.get('reports/weekly')).json);
  assert.deepEqual([reports.map((row) => row.id), total, next_cursor], [[id], 1, null]);
});

test('a writer only phrases: its words are in the report where they say the same, and no number of its own', async (t) => {
  const writer: Writer = {
    phrase: () => Promise.reject(new Error('no ad was asked for')),
    reword: async ({ texts }) =>
      texts.map((text, at) => (at === 0 ? text.replace('Spend was', 'You spent') : `${text} Up by 300 %.`)),
  };
  const world = await reportWorld(t, { writer });
  await withFigures(world);
  const { markdown } = await world.write();
  assert.match(markdown, /## In short\n\nYou spent €?\$?\d/);
  assert.doesNotMatch(markdown, /300 %/);
});

test('generating again for the same week rebuilds the report in place and keeps its id; the next week has its own', async (t) => {
  const world = await reportWorld(t);
  await withFigures(world);
  const first = await world.write();
  await world.campaigns('2026-03-02', '2026-03-08', [campaignDay('2026-03-03', 1, { costMicros: 777 * UNIT })]);
  await world.rebuild();
  world.service.clock.turn({ minutes: 1 });
  const second = await world.write();
  assert.equal(second.id, first.id);
  assert.notEqual(second.generated_at, first.generated_at);
  assert.match(second.markdown, /\$777\.00|€777\.00/);
  world.service.clock.turn({ hours: 7 * 24 });
  const third = await world.write();
  assert.notEqual(third.id, first.id);
  const { reports } = list.parse((await world.get('reports/weekly?limit=1')).json);
  assert.deepEqual(
    reports.map(({ id }) => id),
    [third.id],
    'newest first',
  );
});

test('requests for the same week at the same time make one report and one task', async (t) => {
  const world = await reportWorld(t);
  await withFigures(world);
  const answers = await Promise.all(Array.from({ length: 12 }, () => world.post('reports/weekly')));
  const started = answers.map(({ json }) => z.object({ task_tracking_id: z.int(), report: z.string() }).parse(json));
  assert.equal(new Set(started.map(({ report }) => report)).size, 1);
  assert.equal(new Set(started.map(({ task_tracking_id }) => task_tracking_id)).size, 1);
  assert.equal((await world.service.database.row(reports, world.organizationId))?.total, 1);
  await world.finish(started[0]?.task_tracking_id ?? 0);
  assert.equal((await world.get('reports/weekly/latest')).status, 200);
});

test('only weekly reports are generated through the API; an unknown type is a validation_error', async (t) => {
  const world = await reportWorld(t);
  for (const type of ['strategic', 'intelligence', 'performance', 'competitor']) {
    const refused = await world.post(`reports/${type}`);
    assert.deepEqual([refused.status, refused.error.code], [422, 'not_supported'], type);
    assert.equal((await world.get(`reports/${type}`)).status, 200);
  }
  for (const answer of [world.post('reports/daily'), world.get('reports/daily'), world.get('reports/daily/latest')]) {
    assert.equal((await answer).error.code, 'validation_error');
  }
  assert.equal((await world.get('reports/weekly/rep_unknown')).error.code, 'not_found');
});

test('generating counts as a write, is never held for approval, and happens once for each Idempotency-Key', async (t) => {
  const world = await reportWorld(t);
  const { database } = world.service;
  await database.execute(setApprovals, world.organizationId);
  const used = async () => (await database.row(quotaUsed, world.organizationId))?.used;
  const headers = { 'idempotency-key': 'monday' };
  const [one, other] = [
    await world.post('reports/weekly', { headers }),
    await world.post('reports/weekly', { headers }),
  ];
  assert.equal(one.status, 202, one.text);
  assert.equal(other.text, one.text);
  assert.equal(await used(), 1);
  await database.execute(setQuota, world.organizationId);
  const joined = await world.post('reports/weekly');
  assert.deepEqual([joined.status, joined.json], [202, one.json], 'it is under way: nothing more is written');
  assert.equal(await used(), 1);
  await database.execute(finish, world.organizationId);
  const refused = await world.post('reports/weekly');
  assert.deepEqual([refused.status, refused.error.code], [429, 'write_quota_exceeded']);
});

test('an agent that names no report gets the latest; the tool and REST answer alike', async (t) => {
  const world = await reportWorld(t);
  await withFigures(world);
  const { id } = await world.write();
  const tool = async (args: object) => {
    const params = { name: 'svc_get_report', arguments: args };
    const answer = await world.service.call('POST', '/mcp', {
      key: world.key,
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
      headers: { accept: 'application/json, text/event-stream' },
    });
    return z.object({ result: z.object({ structuredContent: z.unknown() }) }).parse(answer.json).result
      .structuredContent;
  };
  const latest = (await world.get('reports/weekly/latest')).json;
  assert.deepEqual(await tool({ type: 'weekly' }), latest);
  assert.deepEqual(await tool({ type: 'weekly', report_id: id }), latest);
});

test('the dashboard lists reports of all types with the days that they are about', async (t) => {
  const world = await reportWorld(t);
  await withFigures(world);
  const { id } = await world.write();
  const { cookie } = world.owner;
  const all = await world.service.call('GET', '/dashboard/v1/organizations/shop/reports', { cookie });
  const { reports, total } = dated.parse(all.json);
  assert.deepEqual(
    reports.map((row) => [row.id, row.type, row.period]),
    [[id, 'weekly', { from: '2026-03-02', to: '2026-03-08' }]],
  );
  assert.equal(total, 1);
  const none = await world.service.call('GET', '/dashboard/v1/organizations/shop/reports?type=strategic', { cookie });
  assert.equal(dated.parse(none.json).total, 0);
  const wrong = await world.service.call('GET', '/dashboard/v1/organizations/shop/reports?type=daily', { cookie });
  assert.equal(wrong.status, 422);
});
