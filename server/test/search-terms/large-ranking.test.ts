import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statement } from '../../src/base/database.ts';
import { gatherEvidence } from '../../src/reports/gather-evidence.ts';
import { campaignDay, oneFigureWorld } from '../figures/world.ts';
import { LongestBlock } from '../harness/longest-block.ts';

const TERMS = 300_000;
const LATEST = '2026-03-09';
/** Of processor time: whoever else asks something meanwhile waits no longer. Collecting garbage is part of it. */
const LONGEST_BLOCK_MS = 100;

const addTerms = statement<[organizationId: number, terms: number], never>(`
  insert into search_term (organization_id, id, campaign_id, term)
  select $1::integer, n, c.id, 'term ' || n from campaign c, generate_series(1, $2::integer) n
  where c.organization_id = $1 and c.slug = 'c1'`);
/** All of them on one day, and the earlier a term was met, the more it costs: each passes all that were ranked before. */
const addFigures = statement<[organizationId: number, day: string], never>(`
  insert into search_term_day (organization_id, day, campaign_id, ad_id, term_id, impressions, clicks, cost_micros,
    conversions_micros, value_micros)
  select $1::integer, $2::date, campaign_id, 0, id, 5, 1, 1 + 100000000000 / id, 0, 0
  from search_term where organization_id = $1`);
const keptList = statement<[organizationId: number], { campaign_id: number; total: number; ids: number[] }>(`
  select l.campaign_id, l.total, array(
    select id from search_term_chunk c cross join lateral unnest(c.term_ids) with ordinality e (id, place)
    where c.organization_id = $1 and c.campaign_id = l.campaign_id and c.days = l.days
    order by c.first_position + e.place) as ids
  from search_term_list l where l.organization_id = $1 and l.days = 7 order by l.campaign_id`);

test('300,000 search terms are ranked, and read for a report, while somebody waits', async (t) => {
  const shop = await oneFigureWorld(t, 1);
  const { database, organizationId } = shop;
  await shop.campaigns(LATEST, LATEST, [campaignDay(LATEST, 1)]);
  await database.execute(addTerms, organizationId, TERMS);
  await database.execute(addFigures, organizationId, LATEST);

  const held: Record<string, number> = {};
  const watched = async (what: string, work: () => Promise<unknown>) => {
    const block = new LongestBlock();
    await work();
    held[what] = Math.round(block.end());
  };
  await watched('rebuild', shop.rebuild);
  const day = Math.floor(Date.parse(LATEST) / 86_400_000);
  const clock = { now: () => Date.parse('2026-03-10T12:00:00Z') };
  await watched('report', () =>
    gatherEvidence({ database, clock }, organizationId, 'weekly', { from: day - 6, to: day }),
  );
  t.diagnostic(`held others up for at most ${JSON.stringify(held)}`);
  assert.deepEqual(
    Object.entries(held).filter(([, ms]) => ms > LONGEST_BLOCK_MS),
    [],
  );
  const first = Array.from({ length: 2_000 }, (_, n) => n + 1);
  for (const { total, ids } of await database.rows(keptList, organizationId)) {
    assert.equal(total, TERMS);
    assert.deepEqual(ids, first);
  }
});
