import { createWriteStream } from 'node:fs';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Database, statement } from '../../server/src/base/database.ts';
import { dayNumber, dayText } from '../../server/src/base/days.ts';
import { copyIn } from '../../server/src/figures/copy.ts';
import type { SearchTermDay } from '../../server/src/ports/platform-figures.ts';

/** How large an organization is. */
export interface Size {
  organizationId: number;
  campaigns: number;
  /** Search-term rows over all days. */
  rows: number;
  terms: number;
}

export const LATEST_DAY = '2026-03-09';
export const ACCOUNT = '1112223333';
const DAYS = 90;
/** Two years: as far back as 365 days and those before them reach. */
export const CAMPAIGN_DAYS = 2 * 365 + 1;
const REPORTED_TOGETHER = 10_000;
const FLUSH_AT = 256 * 1024;

interface Fact {
  day: string;
  campaign: number;
  termId: number;
  impressions: number;
  clicks: number;
  costMicros: number;
  conversions: number;
}

/** The rows of a day: few terms come every day, most of them seldom, and most cost nothing. */
function* factsOf(size: Size, dayNumber: number): Generator<Fact> {
  const random = randomFrom(size.organizationId * 1_000 + dayNumber);
  const often = size.rows / DAYS / 2 / Math.sqrt(size.terms);
  const day = dayText(dayNumber);
  for (let termId = 1; termId <= size.terms; termId += 1) {
    if (random() > often / Math.sqrt(termId)) continue;
    const clicks = random() < 0.4 ? Math.ceil(random() * 5) : 0;
    const costMicros = clicks * Math.round(200_000 + random() * 3_000_000);
    const conversions = clicks > 0 && random() < 0.05 ? 1 : 0;
    const impressions = clicks + Math.ceil(random() * 20);
    yield { day, campaign: campaignOf(size, termId), termId, impressions, clicks, costMicros, conversions };
  }
}

/** The first campaigns have most of the terms. */
function campaignOf({ campaigns }: Size, termId: number): number {
  return 1 + Math.floor(campaigns * randomFrom(termId)() ** 3);
}

/** Campaigns get ids that tell their organization, so that rows can be written without looking them up. */
export function campaignId(organizationId: number, campaign: number): number {
  return organizationId * 100_000 + campaign;
}

/** The newest days as the ad platform would report them later: each tenth row has got a conversion more. */
export async function* reportedDays(size: Size, days: number): AsyncGenerator<SearchTermDay[]> {
  let batch: SearchTermDay[] = [];
  for (const { day, campaign, termId, ...figures } of byKey(size, days)) {
    const ids = { campaignId: `${campaign}`, adId: `${campaign}`, term: termText(termId) };
    const conversions = figures.conversions + (batch.length % 10 === 0 ? 1 : 0);
    batch.push({ ...ids, ...figures, conversions, date: day, conversionsValue: 0, matchType: 'broad', status: 'none' });
    if (batch.length < REPORTED_TOGETHER) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

const insertOrganization = statement<[id: number], never>(`
  insert into organization (id, slug, name, currency, created_at) overriding system value
  values ($1, 'analytics-' || $1::integer, 'Analytics', 'EUR', now())`);
const insertCampaigns = statement<[organizationId: number, campaigns: number, accountId: string], never>(`
  insert into campaign (organization_id, id, slug, name, type, state, website_url, ad_account_id, platform_id,
    created_at, updated_at)
  select $1::integer, $1 * 100000 + n, 'campaign-' || n, 'Campaign ' || n, 'prospecting', 'live',
    'https://example.test', $3::text, n::text, now(), now()
  from generate_series(1, $2::integer) n`);
const insertAccount = statement<[organizationId: number, accountId: string], never>(
  `insert into ad_account (organization_id, id, status, created_at) values ($1, $2, 'linked', now())`,
);
const insertCampaignDays = statement<
  [organizationId: number, campaigns: number, latestDay: string, days: number],
  never
>(`
  insert into campaign_day (organization_id, campaign_id, day, impressions, clicks, cost_micros, conversions_micros,
    value_micros)
  select $1::integer, $1 * 100000 + c, $3::date - d, 100 + (c * 7 + d) % 900, (c + d * 3) % 50,
    (c * 131 + d * 17) % 9000000, (c + d) % 3 * 1000000, (c + d) % 3 * 20000000
  from generate_series(1, $2::integer) c, generate_series(0, $4::integer - 1) d`);
const markChanged = statement<[organizationId: number], never>(
  `insert into figure_state (organization_id, changed_from) values ($1, '2020-01-01')
   on conflict (organization_id) do update set changed_from = excluded.changed_from`,
);

const copyTerms = statement<[], never>('copy search_term from stdin');
const copyDays = statement<[], never>('copy search_term_day from stdin');

/** An organization with its campaigns and their days, and no search terms yet. */
export async function addOrganization(database: Database, { organizationId, campaigns }: Size): Promise<void> {
  await database.execute(insertOrganization, organizationId);
  await database.execute(insertAccount, organizationId, ACCOUNT);
  await database.execute(insertCampaigns, organizationId, campaigns, ACCOUNT);
  await database.execute(insertCampaignDays, organizationId, campaigns, LATEST_DAY, CAMPAIGN_DAYS);
  await database.execute(markChanged, organizationId);
}

/** Fills the database with organizations; the rows of the first go to a file too, for DuckDB. */
export async function fillDatabase(database: Database, sizes: Size[], file: string): Promise<number> {
  for (const size of sizes) await addOrganization(database, size);
  const out = createWriteStream(file);
  let written = 0;
  await database.transaction(async (transaction) => {
    await copyIn(transaction, copyTerms, termLines(sizes));
    const facts = factLines(sizes, out, (count) => (written = count));
    await copyIn(transaction, copyDays, facts);
  });
  await pipeline(Readable.from([]), out);
  await database.execute(statement<[], never>('analyze'));
  return written;
}

function* termLines(sizes: Size[]): Generator<string> {
  for (const size of sizes) {
    let lines = '';
    for (let termId = 1; termId <= size.terms; termId += 1) {
      const campaign = campaignId(size.organizationId, campaignOf(size, termId));
      lines += `${size.organizationId}\t${termId}\t${campaign}\t${termText(termId)}\n`;
    }
    yield lines;
  }
}

async function* factLines(sizes: Size[], out: Writable, onCount: (rowsOfFirst: number) => void) {
  for (const [index, size] of sizes.entries()) {
    let rows = 0;
    let lines = '';
    const flush = async () => {
      if (index === 0 && !out.write(lines)) await new Promise((resolve) => out.once('drain', resolve));
    };
    for (const { day, campaign, termId, impressions, clicks, costMicros, conversions } of byKey(size, DAYS)) {
      const micros = `${costMicros}\t${conversions * 1_000_000}\t0`;
      const key = `${size.organizationId}\t${day}\t${campaignId(size.organizationId, campaign)}\t0\t${termId}`;
      lines += `${key}\t${impressions}\t${clicks}\t${micros}\n`;
      rows += 1;
      if (lines.length < FLUSH_AT) continue;
      await flush();
      yield lines;
      lines = '';
    }
    await flush();
    yield lines;
    if (index === 0) onCount(rows);
  }
}

/** In the order in which a sync writes them: day by day, each campaign's rows together. */
function* byKey(size: Size, days: number): Generator<Fact> {
  const newest = dayNumber(LATEST_DAY);
  for (let back = days - 1; back >= 0; back -= 1) {
    yield* [...factsOf(size, newest - back)].sort((a, b) => a.campaign - b.campaign || a.termId - b.termId);
  }
}

function termText(termId: number): string {
  return `search for something ${termId.toString(36)}`;
}

/** The same numbers in every run. */
function randomFrom(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
