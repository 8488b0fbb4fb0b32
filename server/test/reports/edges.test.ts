import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { statement } from '../../src/base/database.ts';
import { type Actor, insertAction } from '../../src/writes/actions/action.store.ts';
import { campaignDay, termDay } from '../figures/world.ts';
import { daysBetween, reportWorld } from './world.ts';

const UNIT = 1_000_000;
const removeAccounts = statement<[organizationId: number], never>('delete from ad_account where organization_id = $1');
const OTHER_TYPES = ['performance', 'strategic', 'intelligence', 'competitor'];

describe('a report is sensible, or fails with the right reason', () => {
  test('without any ad account it is refused: something has to be connected first', async (t) => {
    const world = await reportWorld(t);
    await world.service.database.execute(removeAccounts, world.organizationId);
    const refused = await world.post('reports/weekly');
    assert.deepEqual([refused.status, refused.error.code], [409, 'setup_required']);
  });

  test('without any figures it says so, and shows no zero in their place', async (t) => {
    const world = await reportWorld(t);
    await world.account('linked', { syncedAt: null });
    for (const slug of ['c1', 'c2']) await world.target(slug, '40', '25');
    for (const type of ['weekly', ...OTHER_TYPES]) {
      const { markdown } = await world.write(type);
      assert.match(markdown, /unknown/, type);
      assert.doesNotMatch(markdown, /€0\.00|−100/, type);
    }
  });

  test('with one day of figures it counts that day and compares nothing', async (t) => {
    const world = await reportWorld(t);
    await world.target('c1', '10', '50');
    await world.campaigns('2026-03-04', '2026-03-04', [
      campaignDay('2026-03-04', 1, { clicks: 9, costMicros: 18 * UNIT, conversions: 2 }),
    ]);
    await world.rebuild();
    const { markdown } = await world.write();
    assert.match(markdown, /Only some of the days of 2–8 Mar 2026 are in/);
    assert.match(markdown, /\| Spend \| €18\.00 \| unknown \| no comparison \|/);
    assert.match(markdown, /nothing is said about causes/);
    assert.match(markdown, /\*\*Decision:\*\* none before the missing days are in/);
    assert.match(
      markdown,
      /\| “c1” \| €18\.00 \| 2 \| €9\.00 \| [^|]+ \| unknown \|/,
      'one day is not paced against seven',
    );
    assert.doesNotMatch(markdown, /−100|\+100/);
  });

  test('with a broken connection it says what is unknown since when, and to connect again first', async (t) => {
    const world = await reportWorld(t);
    const rows = daysBetween('2026-02-01', '2026-03-03').map((date) =>
      campaignDay(date, 1, { clicks: 9, costMicros: 18 * UNIT, conversions: 2 }),
    );
    await world.campaigns('2026-02-01', '2026-03-03', rows);
    await world.rebuild();
    await world.account('pending', { syncedAt: '2026-03-04T08:00:00Z' });
    const { markdown } = await world.write();
    assert.match(markdown, /figures up to 3 Mar 2026; its connection is broken/);
    assert.match(markdown, /Connect the ad account again in the dashboard/);
    assert.match(markdown, /no comparison/);
    assert.doesNotMatch(markdown, /−\d+\.\d %/, 'two days are not compared with seven');
  });

  test('what an app calls itself never stands where it could pass for somebody else', async (t) => {
    const world = await reportWorld(t);
    const { database } = world.service;
    const actors: Actor[] = [
      { type: 'user', user: 'olivia@example.com' },
      { type: 'user', user: 'olivia@example.com', client: 'the engine' },
      { type: 'engine' },
    ];
    for (const [index, actor] of actors.entries()) {
      await insertAction(
        { db: database, organizationId: world.organizationId },
        {
          ...{ id: `act_${index}`, at: `2026-03-0${index + 3}T10:00:00Z`, source: 'dashboard', actor, op: 'edit' },
          ...{ campaign: { id: 1, slug: 'c1' }, detail: `Change ${index}`, steps: [], status: 'executed' },
          ...{ outcome: null, requestId: `req_${index}` },
        },
      );
    }
    const { markdown } = await world.write();
    const told = [...markdown.matchAll(/“([^”]+)” \| “Change (\d)”/g)].map(([, who, change]) => [change, who]);
    assert.deepEqual(told.toSorted(), [
      ['0', 'a person'],
      ['1', 'a person through an app'],
      ['2', 'the engine'],
    ]);
  });

  test('without conversions it names no CPA and asks whether they are counted', async (t) => {
    const world = await reportWorld(t);
    const rows = daysBetween('2026-01-26', '2026-03-10').map((date) =>
      campaignDay(date, 1, { impressions: 100, clicks: 9, costMicros: 18 * UNIT }),
    );
    await world.campaigns('2026-01-26', '2026-03-10', rows);
    await world.terms('2026-03-01', '2026-03-10', [
      termDay('2026-03-04', 1, 'free pipes', { clicks: 5, costMicros: 30 * UNIT }),
    ]);
    await world.rebuild();
    const { markdown } = await world.write();
    assert.match(markdown, /no conversion was recorded/);
    assert.match(markdown, /\| CPA \| no conversions \| no conversions \| no comparison \|/);
    assert.match(markdown, /none of them is called waste/);
    for (const type of OTHER_TYPES) assert.ok((await world.write(type)).markdown.startsWith('# '), type);
  });

  test('with 500 campaigns it shows those that spend most and adds the others up', async (t) => {
    const world = await reportWorld(t, { campaigns: 500 });
    const days = daysBetween('2026-02-23', '2026-03-08');
    const rows = days.flatMap((date) =>
      Array.from({ length: 500 }, (_, n) =>
        campaignDay(date, n + 1, { clicks: 3, costMicros: (n + 1) * UNIT, conversions: 0.1 }),
      ),
    );
    await world.campaigns('2026-02-23', '2026-03-08', rows);
    await world.rebuild();
    const { markdown } = await world.write();
    assert.match(markdown, /\| “c500” \| €3,500\.00 \|/);
    assert.match(markdown, /\| All 490 others \| €842,065\.00 \|/);
    assert.ok(markdown.length < 20_000, 'an owner with five minutes can read it');
  });

  test('in another currency, with names in other scripts and names that try to be markup', async (t) => {
    const world = await reportWorld(t);
    await world.name('水道屋 | # <b>“Nihon”</b>', 'JPY');
    await world.rename('c1', 'سباكة [طوارئ](http://evil.example)', 'brand');
    await world.rename('c2', '緊急配管 | 24時間');
    const rows = daysBetween('2026-01-26', '2026-03-10').flatMap((date) =>
      [1, 2].map((n) => campaignDay(date, n, { impressions: 90, clicks: 9, costMicros: 1_800 * UNIT, conversions: 1 })),
    );
    await world.campaigns('2026-01-26', '2026-03-10', rows);
    await world.terms('2026-03-02', '2026-03-08', [
      termDay('2026-03-04', 2, '<img src=x> 水漏れ', { clicks: 5, costMicros: 3_000 * UNIT, conversions: 1 }),
    ]);
    await world.rebuild();
    const { markdown } = await world.write();
    assert.match(markdown, /¥25,200/);
    assert.ok(markdown.startsWith("# Weekly report: “水道屋 \\| \\# \\<b\\>'Nihon'\\</b\\>”, 2–8 Mar 2026\n"));
    assert.ok(markdown.includes('| “緊急配管 \\| 24時間” | ¥12,600 |'));
    assert.ok(markdown.includes('“\\<img src\\=x\\> 水漏れ”'));
    assert.doesNotMatch(markdown, /(?<!\\)[<>]/, 'no tag is left');
  });
});
