import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Database, type Queryable, statement } from '../../src/base/database.ts';
import { holdFigures } from '../../src/figures/state.store.ts';
import type { ListRoom } from '../../src/search-terms/list-room.ts';
import { searchTermsPage } from '../../src/search-terms/search-terms.ts';
import { naiveTerms } from '../figures/naive.store.ts';
import { campaignDay, oneFigureWorld, termDay, type World } from '../figures/world.ts';
import type { Cleaned } from '../harness/database.ts';
import { TurnableClock } from '../harness/turnable-clock.ts';

const LATEST = '2026-03-09';
/** More than are kept ready of a list. */
const TERMS = 2_040;

const keptLists = statement<[organizationId: number], { id: string; days: number; total: number; chunks: number }>(`
  select l.id, l.days, l.total, (
      select count(*)::integer from whole_term_chunk c where c.organization_id = $1 and c.list_id = l.id
    ) as chunks
  from whole_term_list l where l.organization_id = $1 order by l.days`);
const allChunks = statement<[organizationId: number], { count: number }>(
  'select count(*)::integer as count from whole_term_chunk where organization_id = $1',
);

/** A campaign with more terms than are kept ready, and somebody who asks for what lies beyond. */
async function deepShop(t: Cleaned) {
  const shop = await oneFigureWorld(t, 1);
  const { database, organizationId } = shop;
  await loadTerms(shop, 1);
  const clock = new TurnableClock();
  const asking = { ...shop.tenancy, clock };
  const ask = async (days: number, room?: ListRoom) => {
    const page = await searchTermsPage(asking, { days, minCost: 1, limit: 50 }, room);
    const expected = await database.rows(naiveTerms, organizationId, days, null, 1);
    assert.equal(page.total, expected.length, `${days} days`);
    const shown = page.rows.map(({ term, campaign, clicks, cost, conversions }) => {
      return { term, campaign, clicks, cost, conversions };
    });
    assert.deepEqual(shown, expected.slice(0, 50), `${days} days`);
  };
  const lists = () => database.rows(keptLists, organizationId);
  return { ...shop, clock, ask, lists, days: async () => (await lists()).map(({ days }) => days) };
}

test('however many windows are asked for, an organization keeps ten whole lists at most, and every page is right', async (t) => {
  const { ask, lists, clock } = await deepShop(t);
  for (let days = 1; days <= 15; days += 1) {
    await ask(days);
    clock.turn({ minutes: 3 });
    assert.ok((await lists()).length <= 10, `${days} windows`);
  }
  assert.equal((await lists()).length, 10);
});

test('all lists together hold no more terms than there is room for; a longer one is never written', async (t) => {
  const { ask, days, clock } = await deepShop(t);
  const room = { lists: 10, terms: 2 * TERMS };
  for (const window of [1, 2, 3, 4]) {
    await ask(window, room);
    clock.turn({ minutes: 11 });
  }
  assert.deepEqual(await days(), [3, 4]);
  await ask(5, { lists: 10, terms: TERMS - 1 });
  assert.deepEqual(await days(), [3, 4], 'nothing gives way in vain');
});

test('the list that was used longest ago gives way', async (t) => {
  const { ask, days, clock } = await deepShop(t);
  const room = { lists: 2, terms: 10 * TERMS };
  await ask(1, room);
  clock.turn({ minutes: 1 });
  await ask(2, room);
  clock.turn({ minutes: 1 });
  await ask(1, room);
  clock.turn({ minutes: 11 });
  await ask(3, room);
  assert.deepEqual(await days(), [1, 3]);
});

test('lists that people page through stay: who finds no room is answered without writing', async (t) => {
  const { ask, lists, clock } = await deepShop(t);
  const room = { lists: 2, terms: 10 * TERMS };
  await ask(1, room);
  await ask(2, room);
  const before = await lists();
  for (let round = 0; round < 6; round += 1) {
    for (const window of [1, 2, 3, 4]) await ask(window, room);
    clock.turn({ minutes: 5 });
  }
  assert.deepEqual(await lists(), before);
});

test('a rebuild leaves no whole list behind, nor a part of one', async (t) => {
  const shop = await deepShop(t);
  const { ask, lists, database, organizationId } = shop;
  for (const window of [1, 2, 90]) await ask(window);
  assert.equal((await lists()).length, 3);
  await loadTerms(shop, 2);
  assert.deepEqual(await lists(), []);
  assert.deepEqual(await database.row(allChunks, organizationId), { count: 0 });
  await ask(2);
  assert.equal((await lists()).length, 1);
});

test('figures that changed since the rebuild are listed for nobody: the list would be of no generation', async (t) => {
  const { ask, lists, terms } = await deepShop(t);
  await terms(LATEST, LATEST, rowsOf(3));
  await ask(2);
  assert.deepEqual(await lists(), []);
});

const addStale = statement<[organizationId: number, id: string], never>(`
  insert into whole_term_list (organization_id, id, campaign_id, days, generation, total, used_at)
  values ($1, $2, 0, 8, -1, 250000, timestamptz '2026-03-09 00:00:00Z')`);
const addStaleChunks = statement<[organizationId: number, id: string], never>(`
  insert into whole_term_chunk (organization_id, list_id, last_cost, last_term_id, first_position, term_ids, costs,
    clicks, conversions)
  select $1::integer, $2::uuid, n, n, n, '{}', '{}', '{}', '{}' from generate_series(1, 5000) n`);
const addKeptChunks = statement<[organizationId: number], never>(`
  insert into search_term_chunk (organization_id, campaign_id, days, last_cost, last_term_id, first_position, term_ids,
    costs, clicks, conversions)
  select $1::integer, n % 3, 8 + n % 2, n, n, n, '{}', '{}', '{}', '{}' from generate_series(1, 25000) n`);
const keptChunks = statement<[organizationId: number], { count: number }>(
  'select count(*)::integer as count from search_term_chunk where organization_id = $1 and cardinality(term_ids) = 0',
);

test('lists are dropped in pieces: no statement of a rebuild removes very much', async (t) => {
  const { database, organizationId, rebuildOn, terms, lists } = await deepShop(t);
  const id = '00000000-0000-4000-8000-000000000000';
  await database.execute(addStale, organizationId, id);
  await database.execute(addStaleChunks, organizationId, id);
  await database.execute(addKeptChunks, organizationId);
  await terms(LATEST, LATEST, rowsOf(2));
  const removed: { rows: number; transaction: number }[] = [];
  await rebuildOn(countingRemoved(database, removed));
  assert.deepEqual(await lists(), []);
  assert.deepEqual(await database.row(allChunks, organizationId), { count: 0 });
  assert.deepEqual(await database.row(keptChunks, organizationId), { count: 0 });
  const most = Math.max(...removed.map(({ rows }) => rows));
  assert.ok(most <= 10_000, `${most} rows by one statement`);
  const [rebuild, ...after] = new Set(removed.map(({ transaction }) => transaction));
  const inRebuild = removed.filter(({ transaction }) => transaction === rebuild);
  assert.ok(inRebuild.reduce((sum, { rows }) => sum + rows, 0) >= 25_000, 'what is kept ready goes with the rebuild');
  assert.equal(after.length, 3, 'a whole list goes afterwards, each piece for itself');
});

test('a list that somebody else drops at the same time is dropped once, and nobody waits for ever', async (t) => {
  const { database, organizationId, rebuild, lists } = await deepShop(t);
  const id = '00000000-0000-4000-8000-000000000000';
  await database.execute(addStale, organizationId, id);
  await database.execute(addStaleChunks, organizationId, id);
  await Promise.all(Array.from({ length: 4 }, rebuild));
  assert.deepEqual(await lists(), []);
  assert.deepEqual(await database.row(allChunks, organizationId), { count: 0 });
});

test('while the figures are held, lists that lie there are still read', async (t) => {
  const { ask, lists, database, organizationId } = await deepShop(t);
  await ask(2);
  const before = await lists();
  await database.transaction(async (transaction) => {
    await holdFigures(transaction, organizationId);
    await ask(2);
    await ask(3);
  });
  assert.deepEqual(await lists(), before);
});

function rowsOf(factor: number) {
  return Array.from({ length: TERMS }, (_, n) =>
    termDay(LATEST, 1, `term ${n}`, { costMicros: factor * (1 + (n % 700)) }),
  );
}

async function loadTerms(shop: Pick<World, 'campaigns' | 'terms' | 'rebuild'>, factor: number): Promise<void> {
  await shop.campaigns(LATEST, LATEST, [campaignDay(LATEST, 1)]);
  await shop.terms(LATEST, LATEST, rowsOf(factor));
  await shop.rebuild();
}

/** A database that notes how many rows each delete removes, and in which transaction. */
function countingRemoved(database: Database, removed: { rows: number; transaction: number }[]): Database {
  let transactions = 0;
  const counting = <Db extends Queryable>(db: Db, transaction: number): Db => ({
    ...db,
    execute: async (asked, ...parameters) => {
      const rows = await db.execute(asked, ...parameters);
      if (asked.text.trimStart().startsWith('delete from')) removed.push({ rows, transaction });
      return rows;
    },
  });
  return {
    ...counting(database, 0),
    transaction: (work, options) => {
      transactions += 1;
      const number = transactions;
      return database.transaction((db) => work(counting(db, number)), options);
    },
  };
}
