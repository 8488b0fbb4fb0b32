import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statement } from '../../src/base/database.ts';
import { dayNumber } from '../../src/base/days.ts';
import { gatherTerms } from '../../src/reports/gather-terms.ts';
import { campaignDay } from '../figures/world.ts';
import { LongestBlock } from '../harness/longest-block.ts';
import { reportWorld } from './world.ts';

/** Of processor time, several times what it is; collecting garbage is part of it. */
const LONGEST_BLOCK_MS = 50;

const addTerms = statement<[organizationId: number], never>(`
  insert into search_term (organization_id, id, campaign_id, term)
  select $1::integer, n, c.id, 'rival ' || n
  from (select min(id) as id from campaign where organization_id = $1) c cross join generate_series(1, 500000) n`);
const addDay = statement<[organizationId: number], never>(`
  insert into search_term_day (organization_id, day, campaign_id, ad_id, term_id, impressions, clicks, cost_micros,
    conversions_micros, value_micros)
  select $1::integer, date '2026-03-08', campaign_id, 0, id, 10, 1, id, 0, 0
  from search_term where organization_id = $1 and id > 499000`);

test('nobody waits while half a million search terms that name a competitor are told apart', async (t) => {
  const world = await reportWorld(t);
  const { organizationId } = world;
  const database = world.service.database.forWork();
  await world.campaigns('2026-03-08', '2026-03-08', [campaignDay('2026-03-08', 1)]);
  await database.execute(addTerms, organizationId);
  await database.execute(addDay, organizationId);
  await world.rebuild();
  const period = { from: dayNumber('2026-03-02'), to: dayNumber('2026-03-08') };
  const told = () =>
    database.transaction(
      (db) => gatherTerms({ db, organizationId }, period, { competitors: ['Rival'], price: undefined }),
      { ofOneInstant: true },
    );
  await told();
  const block = new LongestBlock();
  const { total, rivals } = await told();
  const longest = Math.round(block.end());
  assert.deepEqual([total.terms, rivals.terms, rivals.top[0]?.term], [1_000, 1_000, 'rival 500000']);
  assert.ok(longest <= LONGEST_BLOCK_MS, `others were held up for ${longest} ms`);
});
