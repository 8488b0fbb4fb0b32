import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rebuildFigures } from '../../server/src/ad-accounts/sync/rebuild-figures.ts';
import { systemClock } from '../../server/src/adapters/system-clock.ts';
import { type Database, statement } from '../../server/src/base/database.ts';
import { dayNumber, dayText } from '../../server/src/base/days.ts';
import { readsInLine } from '../../server/src/base/reads-in-line.ts';
import { Turns } from '../../server/src/base/turns.ts';
import { written } from '../../server/src/documents/page.ts';
import { replaceDays } from '../../server/src/figures/replace-days.ts';
import { performanceOfPeriod } from '../../server/src/performance/performance-of-period.ts';
import { gatherEvidence } from '../../server/src/reports/gather-evidence.ts';
import { lastPeriod } from '../../server/src/reports/report-types.ts';
import { pageOf } from '../../server/src/reports/write-report.ts';
import type { PageQuestion } from '../../server/src/search-terms/search-terms.store.ts';
import { searchTermsPage } from '../../server/src/search-terms/search-terms.ts';
import {
  ACCOUNT,
  addOrganization,
  CAMPAIGN_DAYS,
  campaignId,
  fillDatabase,
  LATEST_DAY,
  reportedDays,
  type Size,
} from './analytics-data.ts';
import { type DuckDb, openDuckDb } from './analytics-duckdb.ts';

const BIG_ROWS = Number(process.env.BENCH_ROWS ?? 10_000_000);
const SMALL_ROWS = 5_000;
const ORGANIZATIONS = Number(process.env.BENCH_ORGANIZATIONS ?? 200);
const FIRST_ORGANIZATION = 1_001;
const PAGE = 20;
const WARM_UP = 30;
const RUNS = 200;
const MICROS = 1_000_000;
/** A first answer that takes longer had its list made. */
const SLOW_MS = 500;
const TARGETS = { faster: 100, flat: 1.3, periods: 1.2, rebuildMicros: 2, syncSeconds: 60, reportSeconds: 5 };

const markDay = statement<[organizationId: number, day: string], never>(
  'update figure_state set changed_from = $2 where organization_id = $1',
);

/** Search terms and performance at 10 million rows, against the same at 5,000 rows and against DuckDB. */
export async function benchAnalytics(database: Database): Promise<void> {
  const sizes = sizesOf();
  const [big, small] = sizes;
  if (!big || !small) throw new Error('at least two organizations');
  const file = join(tmpdir(), `sluice-analytics-${process.pid}.tsv`);
  try {
    const rows = await timed('fill', () => fillDatabase(database, sizes, file));
    await rebuildAll(database, sizes, rows);
    const duckDb = await timed('load DuckDB', () => openDuckDb(file, big.campaigns, CAMPAIGN_DAYS, LATEST_DAY));
    await compareSearchTerms(database, big, small, duckDb);
    await comparePerformance(database, big, small, duckDb);
    duckDb.close();
    await timeReport(database, big);
    await timeSync('sync of the newest tenth', database, big, 9);
    const newcomer = { organizationId: FIRST_ORGANIZATION + ORGANIZATIONS, campaigns: 100, rows: BIG_ROWS / 10 };
    await addOrganization(database, { ...newcomer, terms: BIG_ROWS / 250 });
    await timeSync('first sync', database, { ...newcomer, terms: BIG_ROWS / 250 }, 90);
  } finally {
    rmSync(file, { force: true });
  }
}

/** The large one, the small one it is compared with, and others around them. */
function sizesOf(): Size[] {
  const big = { organizationId: FIRST_ORGANIZATION, campaigns: 1_000, rows: BIG_ROWS, terms: BIG_ROWS / 25 };
  const small = { organizationId: FIRST_ORGANIZATION + 1, campaigns: 10, rows: SMALL_ROWS, terms: SMALL_ROWS };
  const others = Array.from({ length: ORGANIZATIONS - 2 }, (_, n) => {
    return { organizationId: FIRST_ORGANIZATION + 2 + n, campaigns: 3, rows: SMALL_ROWS, terms: SMALL_ROWS / 10 };
  });
  return [big, small, ...others];
}

async function rebuildAll(database: Database, [big, ...others]: Size[], rows: number): Promise<void> {
  const services = { database, clock: systemClock };
  if (!big) return;
  const { organizationId } = big;
  await timeRebuild('first rebuild', rows + big.campaigns * CAMPAIGN_DAYS, () =>
    rebuildFigures(services, organizationId),
  );
  await database.execute(markDay, organizationId, dayText(dayNumber(LATEST_DAY) - 2));
  await timeRebuild('rebuild after three days came in', rows, () => rebuildFigures(services, organizationId));
  await timed(`rebuild of ${others.length} organizations with ${SMALL_ROWS} rows each`, async () => {
    for (const other of others) await rebuildFigures(services, other.organizationId);
  });
  await database.execute(statement<[], never>('vacuum analyze search_term_chunk'));
}

/** The weekly report of the large organization, from reading its figures to the checked text. */
async function timeReport(database: Database, { organizationId, campaigns }: Size): Promise<void> {
  const period = lastPeriod('weekly', dayNumber(LATEST_DAY) + 1);
  const began = performance.now();
  const evidence = await gatherEvidence({ database, clock: systemClock }, organizationId, 'weekly', period);
  const { markdown } = written(pageOf('weekly', evidence));
  const seconds = (performance.now() - began) / 1000;
  const target = verdict(seconds <= TARGETS.reportSeconds, `≤ ${TARGETS.reportSeconds} s`);
  console.log(
    `weekly report of ${campaigns} campaigns, ${markdown.length} characters: ${seconds.toFixed(2)} s ${target}`,
  );
}

async function timeRebuild(what: string, rows: number, work: () => Promise<unknown>): Promise<void> {
  const began = performance.now();
  await work();
  const seconds = (performance.now() - began) / 1000;
  const perRow = (seconds * MICROS) / rows;
  const target = verdict(perRow <= TARGETS.rebuildMicros, `≤ ${TARGETS.rebuildMicros}`);
  console.log(`${what}: ${seconds.toFixed(1)} s for ${rows} rows, ${perRow.toFixed(2)} µs a row ${target}`);
}

async function compareSearchTerms(database: Database, big: Size, small: Size, duckDb: DuckDb): Promise<void> {
  console.log(
    `\nsearch terms, ms                 | ${BIG_ROWS} rows | ${SMALL_ROWS} rows |   ratio |  DuckDB | faster`,
  );
  const campaign = 'campaign-1';
  const cases: [string, Case][] = [
    ['30 days, first page', { days: 30 }],
    ['30 days, 100th page', { days: 30, page: 100 }],
    ['90 days, first page', { days: 90 }],
    ['90 days, 100th page', { days: 90, page: 100 }],
    ['90 days, one campaign', { days: 90, campaign }],
    ['90 days, one campaign, 100th', { days: 90, campaign, page: 100 }],
    ['30 days, min_cost', { days: 30, costliest: 500 }],
    ['90 days, min_cost, 10th page', { days: 90, costliest: 500, page: 10 }],
    ['90 days, min_cost, one campaign', { days: 90, costliest: 200, campaign }],
    ['90 days, deep min_cost', { days: 90, costliest: 2_400 }],
    ['90 days, 120th page', { days: 90, page: 120 }],
    ['45 days, one campaign', { days: 45, campaign }],
  ];
  for (const [name, { page = 1, costliest = 0, ...question }] of cases) {
    const asked = { minCost: 0, limit: PAGE, ...question };
    const atBig = await reachPage(database, big, asked, page, costliest);
    const atSmall = await reachPage(database, small, asked, page, costliest);
    const [bigTime = 0, smallTime = 0] = await mediansOf(atBig.read, atSmall.read);
    const duck = await duckDb.time(pageInDuckDb({ ...asked, minCost: atBig.minCost }, page));
    const ratio = bigTime / smallTime;
    const faster = duck / bigTime;
    const good = verdict(ratio <= TARGETS.flat && faster >= TARGETS.faster, `≤ ${TARGETS.flat}, ≥ ${TARGETS.faster}×`);
    const times = `${ms(bigTime, 13)} | ${ms(smallTime, 9)} | ${ratio.toFixed(2).padStart(7)} | ${ms(duck, 7)}`;
    const first = atBig.firstTime > SLOW_MS ? `; its list was made in ${ms(atBig.firstTime, 1)} ms` : '';
    console.log(`${name.padEnd(32)} | ${times} | ${faster.toFixed(0).padStart(5)}× ${good}${first}`);
  }
}

/** A page of a list; with `costliest`, of the terms that cost at least what the one at that position does. */
type Case = { days: number; campaign?: string; page?: number; costliest?: number };

/** Walks to a page once, or to the last full one, and says how to ask for it again. */
async function reachPage(database: Database, size: Size, asked: PageQuestion, page: number, costliest: number) {
  const turns = new Turns();
  const { organizationId } = size;
  const reads = readsInLine({ database, turns }, { holder: `${organizationId}` });
  const tenancy = { ...reads, turns, clock: systemClock, organizationId };
  const began = performance.now();
  const costs = costliest > 0 ? await searchTermsPage(tenancy, { ...asked, limit: costliest }) : undefined;
  const minCost = costs?.rows.at(-1)?.cost ?? 0;
  const { total } = await searchTermsPage(tenancy, { ...asked, minCost });
  const position = Math.min((page - 1) * PAGE, total - PAGE);
  const walked = position > 0 ? await searchTermsPage(tenancy, { ...asked, minCost, limit: position }) : undefined;
  const last = walked?.rows.at(-1);
  const question = { ...asked, minCost, after: last && { cost: last.cost, termId: last.term_id } };
  const read = () => searchTermsPage(tenancy, question);
  return { minCost, firstTime: performance.now() - began, read };
}

function pageInDuckDb({ days, campaign, minCost }: PageQuestion, page: number): string {
  const one = campaign ? `and campaign_id = ${campaignId(FIRST_ORGANIZATION, 1)}` : '';
  return `select term_id, campaign_id, sum(clicks), sum(cost_micros) as cost, sum(conversions_micros), count(*) over ()
    from search_term_day where day > date '${LATEST_DAY}' - ${days} ${one}
    group by term_id, campaign_id having sum(cost_micros) >= ${minCost}
    order by cost desc, term_id desc limit ${PAGE} offset ${(page - 1) * PAGE}`;
}

async function comparePerformance(database: Database, big: Size, small: Size, duckDb: DuckDb): Promise<void> {
  console.log(
    `\nperformance by campaign, compared, ms | ${big.campaigns} campaigns | ${small.campaigns} campaigns | DuckDB`,
  );
  const lengths = [7, 365];
  const reads = [big, small].flatMap(({ organizationId }) =>
    lengths.map((days) => {
      const from = dayText(dayNumber(LATEST_DAY) - days + 1);
      return () => performanceOfPeriod({ db: database.hot, organizationId }, { from, groupBy: 'campaign' }, 0);
    }),
  );
  const [week = 0, year = 0, ...atSmall] = await mediansOf(...reads);
  for (const [n, days] of lengths.entries()) {
    const duck = await duckDb.time(periodInDuckDb(days));
    const times = `${ms(n === 0 ? week : year, 14)} | ${ms(atSmall[n] ?? 0, 12)} | ${ms(duck, 6)}`;
    console.log(`${`${days} days`.padEnd(37)} | ${times}`);
  }
  const ratio = year / week;
  console.log(`365 days against 7: ${ratio.toFixed(2)} ${verdict(ratio <= TARGETS.periods, `≤ ${TARGETS.periods}`)}`);
}

function periodInDuckDb(days: number): string {
  const sums = ['impressions', 'clicks', 'cost_micros', 'conversions_micros', 'value_micros'];
  const current = `day > date '${LATEST_DAY}' - ${days}`;
  return `select campaign_id, ${sums.map((name) => `sum(${name}) filter (${current}), sum(${name}) filter (not ${current})`)}
    from campaign_day where day > date '${LATEST_DAY}' - ${2 * days} group by campaign_id order by 4 desc`;
}

/** Some days come in as a sync brings them, and everything is made ready again. */
async function timeSync(what: string, database: Database, size: Size, days: number): Promise<void> {
  const range = { from: dayText(dayNumber(LATEST_DAY) - days + 1), to: LATEST_DAY };
  const target = { organizationId: size.organizationId, accountId: ACCOUNT, ...range };
  const began = performance.now();
  const replaced = await replaceDays(database, 'search_term', target, reportedDays(size, days));
  const loaded = performance.now();
  await rebuildFigures({ database, clock: systemClock }, size.organizationId);
  const ended = performance.now();
  const parts = `${((loaded - began) / 1000).toFixed(1)} s, made ready in ${((ended - loaded) / 1000).toFixed(1)} s`;
  const good = verdict(ended - began <= TARGETS.syncSeconds * 1000, `≤ ${TARGETS.syncSeconds} s`);
  console.log(`${what}: ${replaced.rows} rows, ${replaced.changed} changed, in ${parts} ${good}`);
}

/** The median time of each; they take turns, so that whatever else the machine does meets all of them. */
async function mediansOf(...works: (() => Promise<unknown>)[]): Promise<number[]> {
  const times = works.map((): number[] => []);
  for (let run = -WARM_UP; run < RUNS; run += 1) {
    for (const [n, work] of works.entries()) {
      const began = performance.now();
      await work();
      if (run >= 0) times[n]?.push(performance.now() - began);
    }
  }
  return times.map((all) => all.sort((a, b) => a - b)[RUNS / 2] ?? 0);
}

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const result = await work();
  console.log(`${what}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
  return result;
}

function ms(time: number, width: number): string {
  return time.toFixed(2).padStart(width);
}

function verdict(good: boolean, target: string): string {
  return `${good ? 'ok' : 'MISSED'} (${target})`;
}
