import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type Queryable, type Statement, statement } from '../../src/base/database.ts';
import { campaignDay, keywordDay, oneFigureWorld, type World } from './world.ts';

const DAY = '2026-03-02';
const CAMPAIGNS = 3;

/** Rows of figures are written to these, and changes write others of theirs. */
const TABLES = ['campaign', 'keyword'] as const;

type OfOrganization = Statement<[organizationId: number], { id: number }>;
const locking = (of: string): OfOrganization => statement(`select id from ${of} where organization_id = $1`);
const HELD = {
  campaign: locking('(select id, organization_id from campaign order by id desc limit 1 for update) as held'),
  keyword: locking('(select id, organization_id from keyword order by id desc limit 1 for update) as held'),
};
const free = (table: string): OfOrganization =>
  statement(`select id from ${table} where organization_id = $1 order by id for update skip locked`);
const FREE = { campaign: free('campaign'), keyword: free('keyword') };
const ALL = { campaign: CAMPAIGNS, keyword: 2 * CAMPAIGNS };

const waiting = statement<[], object>(`
  select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
const figures = statement<[organizationId: number], { spend: number; clicks: number }>(`
  select (select sum(spend_7d)::integer from campaign where organization_id = $1) as spend,
    (select sum(clicks_30d)::integer from keyword where organization_id = $1) as clicks`);

/** More than are written at once. */
const KEYWORDS = 2_500;
const addKeywords = statement<[organizationId: number, upTo: number], never>(`
  insert into keyword (organization_id, campaign_id, ad_id, text, folded, match_type, state, platform_id, created_at)
  select organization_id, campaign_id, ad_id, 'word ' || n, 'word ' || n, 'phrase', 'enabled', '100~' || n, created_at
  from keyword, generate_series(3, $2::integer) n where organization_id = $1 and platform_id = '100~1' order by n`);

const MOST_LOOKS = 40;

for (const held of TABLES) {
  test(`a rebuild that waits for a ${held} keeps no other row from changes`, async (t) => {
    const shop = await withNewFigures(await oneFigureWorld(t, CAMPAIGNS));
    const { database, organizationId } = shop;
    const rebuilt = Promise.withResolvers<unknown>();
    const most = await database.transaction(async (holding) => {
      await holding.rows(HELD[held], organizationId);
      shop.rebuildOn(database.forWork()).then(rebuilt.resolve, rebuilt.reject);
      while ((await database.rows(waiting)).length === 0) await pause(10);
      return Promise.all(TABLES.map((table) => mostFree(database, FREE[table], organizationId)));
    });
    await rebuilt.promise;
    assert.deepEqual(
      most,
      TABLES.map((table) => ALL[table] - (table === held ? 1 : 0)),
    );
    assert.deepEqual(await database.row(figures, organizationId), { spend: 5 * CAMPAIGNS, clicks: 7 * CAMPAIGNS });
  });
}

test('figures that come in while those of many keywords are written are written too', async (t) => {
  const shop = await withNewFigures(await oneFigureWorld(t, CAMPAIGNS));
  const { database, organizationId } = shop;
  await database.execute(addKeywords, organizationId, KEYWORDS);
  const withLast = (clicks: number) =>
    shop.keywords(DAY, DAY, [keywordDay(DAY, 1, 2, { clicks }), keywordDay(DAY, 1, KEYWORDS, { clicks: 1 })]);
  await withLast(7);
  const rebuilt = Promise.withResolvers<unknown>();
  await database.transaction(async (holding) => {
    await holding.rows(HELD.keyword, organizationId);
    shop.rebuildOn(database.forWork()).then(rebuilt.resolve, rebuilt.reject);
    while ((await database.rows(waiting)).length === 0) await pause(10);
    assert.deepEqual(await database.row(figures, organizationId), { spend: 0, clicks: 7 }, 'the first are written');
    await withLast(8);
  });
  await rebuilt.promise;
  assert.deepEqual(await database.row(figures, organizationId), { spend: 5 * CAMPAIGNS, clicks: 9 });
});

/** How many are free at a moment: what the rebuild tries to take meanwhile it lets go of again. */
async function mostFree(db: Queryable, rows: OfOrganization, organizationId: number): Promise<number> {
  let most = 0;
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    most = Math.max(most, (await db.rows(rows, organizationId)).length);
    await pause(25);
  }
  return most;
}

async function withNewFigures(shop: World): Promise<World> {
  const each = Array.from({ length: CAMPAIGNS }, (_, n) => n + 1);
  await shop.campaigns(
    DAY,
    DAY,
    each.map((n) => campaignDay(DAY, n, { costMicros: 5_000_000 })),
  );
  await shop.keywords(
    DAY,
    DAY,
    each.map((n) => keywordDay(DAY, n, 2, { clicks: 7 })),
  );
  return shop;
}
