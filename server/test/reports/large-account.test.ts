import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Database, statement, type Transaction } from '../../src/base/database.ts';
import { dayNumber } from '../../src/base/days.ts';
import { written } from '../../src/documents/page.ts';
import { gatherEvidence } from '../../src/reports/gather-evidence.ts';
import { pageOf } from '../../src/reports/write-report.ts';
import { campaignDay } from '../figures/world.ts';
import { daysBetween, reportWorld } from './world.ts';

const CAMPAIGNS = 500;
const TERMS = 20_000;
const DAYS = 35;
/** Of 700,000 rows; ten million over 90 days hold four million in the days that a report reads. */
const MOST_MS = 5_000;
/** What there are many of comes packed or added up; of search terms, four lists of eight are named. */
const MOST_ROWS = 32;

const addTerms = statement<[organizationId: number, terms: number], never>(`
  insert into search_term (organization_id, id, campaign_id, term)
  select $1::integer, n, c.id, 'term ' || n
  from generate_series(1, $2::integer) n
  join (select id, row_number() over (order by id) as place from campaign where organization_id = $1) c
    on c.place = 1 + n % ${CAMPAIGNS}`);
const addTermDays = statement<[organizationId: number, to: string, days: number], never>(`
  insert into search_term_day (organization_id, day, campaign_id, ad_id, term_id, impressions, clicks, cost_micros,
    conversions_micros, value_micros)
  select $1::integer, $2::date - back, campaign_id, 0, id, 10, 1, 1000000 + id, (id % 50 = 0)::integer * 1000000, 0
  from search_term cross join generate_series(0, $3::integer - 1) back where organization_id = $1`);

test('a weekly report of 500 campaigns and 700,000 rows of search terms is written in seconds', async (t) => {
  const world = await reportWorld(t, { campaigns: CAMPAIGNS });
  const days = daysBetween('2026-02-02', '2026-03-08');
  const rows = days.flatMap((date) =>
    Array.from({ length: CAMPAIGNS }, (_, n) =>
      campaignDay(date, n + 1, { clicks: 3, costMicros: 5_000_000, conversions: 0.1 }),
    ),
  );
  await world.campaigns('2026-02-02', '2026-03-08', rows);
  const { database } = world.service;
  await database.execute(addTerms, world.organizationId, TERMS);
  await database.execute(addTermDays, world.organizationId, '2026-03-08', DAYS);
  await world.rebuild();
  const period = { from: dayNumber('2026-03-02'), to: dayNumber('2026-03-08') };
  const { services } = world.service.service;
  const read: number[] = [];
  const began = performance.now();
  const counted = { ...services, database: counting(services.database, read) };
  const evidence = await gatherEvidence(counted, world.organizationId, 'weekly', period);
  const { markdown } = written(pageOf('weekly', evidence));
  const took = performance.now() - began;
  t.diagnostic(`${Math.round(took)} ms`);
  assert.match(markdown, /20,000 search terms took/);
  assert.ok(took < MOST_MS, `${took} ms`);
  assert.equal(evidence.weeks.at(-1)?.counted.clicks, CAMPAIGNS * 7 * 3);
  assert.ok(Math.max(...read) <= MOST_ROWS, `${Math.max(...read)} rows at a time`);
});

/** The same database, telling how many rows it brought at a time. */
function counting(database: Database, read: number[]): Database {
  const counted = (db: Transaction): Transaction => ({
    ...db,
    rows: async (asked, ...parameters) => {
      const rows = await db.rows(asked, ...parameters);
      read.push(rows.length);
      return rows;
    },
  });
  return { ...database, transaction: (work, options) => database.transaction((db) => work(counted(db)), options) };
}
