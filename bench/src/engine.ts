import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { assemble } from '../../server/assemble.ts';
import { rebuildFigures } from '../../server/src/ad-accounts/sync/rebuild-figures.ts';
import { documentFetcher } from '../../server/src/adapters/document-fetcher.ts';
import { configuredGoogleAds } from '../../server/src/adapters/google-ads/configured.ts';
import { TokenVault } from '../../server/src/adapters/google-ads/token-vault.ts';
import { createLog } from '../../server/src/adapters/pino-log.ts';
import { configuredSiteReader } from '../../server/src/adapters/site-reader/configured.ts';
import { systemClock } from '../../server/src/adapters/system-clock.ts';
import { loadConfig } from '../../server/src/base/config.ts';
import { type Database, statement } from '../../server/src/base/database.ts';
import { dayAt, dayText } from '../../server/src/base/days.ts';
import { queueEngine } from '../../server/src/campaigns/queue-engine.ts';

const ORGANIZATIONS = Number(process.env.BENCH_ORGANIZATIONS ?? 200);
const CAMPAIGNS = 10;
const FIRST_ORGANIZATION = 50_001;
const TARGET_SECONDS = 60;
const LOOK_EVERY_MS = 200;

type Fill = [organizationId: number, campaigns: number, latestDay: string];

const organization = statement<[id: number, at: Date], never>(`
  insert into organization (id, slug, name, currency, created_at) overriding system value
  values ($1::integer, 'engine-' || $1::integer::text, 'Engine', 'USD', $2)`);
const campaigns = statement<Fill, never>(`
  insert into campaign (organization_id, id, slug, name, type, state, budget, target_cpa, website_url, bidding,
    ad_account_id, platform_id, platform_state, created_at, updated_at)
  select $1::integer, $1::integer::bigint * 1000 + c, 'c-' || c, 'Campaign ' || c, 'prospecting', 'live', 50, 40,
    'https://engine.example', 'maximize_conversions', 'a' || $1::integer::text, 'p' || c, 'live', $3::date - 200, $3::date - 200
  from generate_series(1, $2::integer) c`);
const ads = statement<Fill, never>(`
  insert into ad (organization_id, id, campaign_id, name, state, final_url, platform_id, created_at)
  select $1::integer, $1::integer::bigint * 1000 + c, $1::integer::bigint * 1000 + c, 'Ad', 'enabled', 'https://engine.example', 'ad' || c,
    $3::date - 200
  from generate_series(1, $2::integer) c`);
const keywords = statement<Fill, never>(`
  insert into keyword (organization_id, id, campaign_id, ad_id, text, folded, match_type, state, platform_id, created_at)
  select $1::integer, ($1::integer::bigint * 1000 + c) * 100 + k, $1::integer::bigint * 1000 + c, $1::integer::bigint * 1000 + c,
    'service ' || k, 'service ' || k, 'phrase', 'enabled', 'k' || k, $3::date - 200
  from generate_series(1, $2::integer) c cross join generate_series(1, 10) k`);
const campaignDays = statement<Fill, never>(`
  insert into campaign_day (organization_id, campaign_id, day, impressions, clicks, cost_micros, conversions_micros,
    value_micros)
  select $1::integer, $1::integer::bigint * 1000 + c, $3::date - n, 2000, 100, 150000000, 5000000, 0
  from generate_series(1, $2::integer) c cross join generate_series(0, 92) n`);
const keywordDays = statement<Fill, never>(`
  insert into keyword_day (organization_id, keyword_id, campaign_id, day, impressions, clicks, cost_micros,
    conversions_micros, value_micros)
  select $1::integer, ($1::integer::bigint * 1000 + c) * 100 + k, $1::integer::bigint * 1000 + c, $3::date - n, 200, 10, 15000000,
    case when k < 6 then 1000000 else 0 end, 0
  from generate_series(1, $2::integer) c cross join generate_series(1, 10) k cross join generate_series(0, 92, 2) n`);
const terms = statement<Fill, never>(`
  insert into search_term (organization_id, id, campaign_id, term)
  select $1::integer, c * 100 + t, $1::integer::bigint * 1000 + c, 'service ' || (t % 10) || ' near place ' || t
  from generate_series(1, $2::integer) c cross join generate_series(1, 60) t
  where $3::date is not null`);
const termDays = statement<Fill, never>(`
  insert into search_term_day (organization_id, day, campaign_id, ad_id, term_id, impressions, clicks, cost_micros,
    conversions_micros, value_micros)
  select $1::integer, $3::date - n, $1::integer::bigint * 1000 + c, $1::integer::bigint * 1000 + c, c * 100 + t, 40, 3, 4500000,
    case when t < 30 and n % 4 = 0 then 1000000 else 0 end, 0
  from generate_series(1, $2::integer) c cross join generate_series(1, 60) t cross join generate_series(0, 92, 6) n`);
const changed = statement<[organizationId: number, from: string], never>(
  'insert into figure_state (organization_id, changed_from) values ($1, $2)',
);
const left = statement<[], { unfinished: number; recommendations: number }>(`
  with found as materialized (select count(*)::int as recommendations from recommendation)
  select (select count(*)::int from task where type = 'run_engine' and finished_at is null) as unfinished,
    found.recommendations
  from found`);

/** How long the engine takes to look at 200 organizations of ten campaigns each. */
export async function benchEngine(database: Database, databaseUrl: string): Promise<void> {
  const ids = Array.from({ length: ORGANIZATIONS }, (_, n) => FIRST_ORGANIZATION + n);
  await fill(database, ids);
  const config = loadConfig({ DATABASE_URL: databaseUrl, LOG_LEVEL: 'error' });
  const service = await assemble({
    config,
    database,
    clock: systemClock,
    log: createLog('error'),
    mailer: { send: async () => {} },
    adPlatform: configuredGoogleAds(config, systemClock),
    siteReader: configuredSiteReader(config),
    documents: documentFetcher({ allowed: [] }),
    tokenVault: new TokenVault([{ id: 'bench', key: randomBytes(32) }]),
  });
  const begun = performance.now();
  const usedBefore = process.cpuUsage();
  for (const organizationId of ids) await queueEngine(service.services, { organizationId, db: database });
  const workers = await service.work();
  let row = await database.row(left);
  while ((row?.unfinished ?? 0) > 0) {
    await pause(LOOK_EVERY_MS);
    row = await database.row(left);
  }
  const seconds = (performance.now() - begun) / 1000;
  const { user, system } = process.cpuUsage(usedBefore);
  await workers.stop({ graceMs: 1_000 });
  const verdict = seconds <= TARGET_SECONDS ? 'within' : 'OVER';
  console.log(
    `engine: ${ids.length} organizations × ${CAMPAIGNS} campaigns in ${seconds.toFixed(1)} s, ${verdict} ${TARGET_SECONDS} s; ${((user + system) / 1e6).toFixed(1)} s of processor time beside the database; ${row?.recommendations} recommendations`,
  );
}

async function fill(database: Database, ids: readonly number[]): Promise<void> {
  const latest = dayText(dayAt(systemClock.now()) - 1);
  for (const id of ids) {
    await database.transaction(async (db) => {
      await db.execute(organization, id, new Date(systemClock.now()));
      for (const part of [campaigns, ads, keywords, campaignDays, keywordDays, terms, termDays]) {
        await db.execute(part, id, CAMPAIGNS, latest);
      }
      await db.execute(changed, id, dayText(dayAt(systemClock.now()) - 100));
    });
    await rebuildFigures({ database, clock: systemClock }, id);
  }
}
