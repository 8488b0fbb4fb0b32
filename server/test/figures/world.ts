import assert from 'node:assert/strict';
import { rebuildFigures } from '../../src/ad-accounts/sync/rebuild-figures.ts';
import type { Database } from '../../src/base/database.ts';
import { statement } from '../../src/base/database.ts';
import { Turns } from '../../src/base/turns.ts';
import { replaceDays } from '../../src/figures/replace-days.ts';
import type { CampaignDay, KeywordDay, SearchTermDay } from '../../src/ports/platform-figures.ts';
import type { Cleaned } from '../harness/database.ts';
import { freshDatabase } from '../harness/database.ts';

const NOW = Date.parse('2026-03-10T12:00:00Z');
export const ACCOUNT = '1234567890';

const insertOrganization = statement<[slug: string], { id: number }>(
  `insert into organization (slug, name, currency, created_at) values ($1, $1, 'EUR', now()) returning id`,
);
const insertAccount = statement<[organizationId: number, id: string], never>(
  `insert into ad_account (organization_id, id, status, created_at) values ($1, $2, 'linked', now())`,
);
const insertCampaign = statement<
  [organizationId: number, slug: string, accountId: string, platformId: string],
  { id: number }
>(`
  insert into campaign (organization_id, slug, name, type, state, website_url, ad_account_id, platform_id, created_at,
    updated_at)
  values ($1, $2, $2, 'prospecting', 'live', 'https://acme.test', $3, $4, now(), now()) returning id`);
const insertAd = statement<[organizationId: number, campaignId: number, platformId: string], { id: number }>(`
  insert into ad (organization_id, campaign_id, name, state, final_url, platform_id, created_at)
  values ($1, $2, 'Ad', 'enabled', 'https://acme.test', $3, now()) returning id`);
const insertKeyword = statement<
  [organizationId: number, campaignId: number, adId: number, platformId: string],
  { id: number }
>(`
  insert into keyword (organization_id, campaign_id, ad_id, text, folded, match_type, state, platform_id, created_at)
  values ($1, $2, $3, $4, lower($4), 'phrase', 'enabled', $4, now()) returning id`);

export type World = Awaited<ReturnType<typeof figureWorld>>;

/** An organization with campaigns c1, c2, …, each with one ad that has keywords 1 and 2. */
export async function figureWorld(database: Database, slug: string, campaigns: number, accountId = ACCOUNT) {
  const organizationId = idOf(await database.row(insertOrganization, slug));
  await database.execute(insertAccount, organizationId, accountId);
  for (let n = 1; n <= campaigns; n += 1) {
    const campaignId = idOf(await database.row(insertCampaign, organizationId, `c${n}`, accountId, `${n}`));
    const adId = idOf(await database.row(insertAd, organizationId, campaignId, `${n}00`));
    for (const keyword of [1, 2]) {
      await database.row(insertKeyword, organizationId, campaignId, adId, `${n}00~${keyword}`);
    }
  }
  const days = (from: string, to: string) => ({ organizationId, accountId, from, to });
  return {
    database,
    organizationId,
    tenancy: { db: database, database, turns: new Turns(), clock: { now: () => NOW }, organizationId },
    campaigns: (from: string, to: string, rows: CampaignDay[]) =>
      replaceDays(database, 'campaign', days(from, to), batchesOf(rows)),
    keywords: (from: string, to: string, rows: KeywordDay[]) =>
      replaceDays(database, 'keyword', days(from, to), batchesOf(rows)),
    terms: (from: string, to: string, rows: SearchTermDay[]) =>
      replaceDays(database, 'search_term', days(from, to), batchesOf(rows)),
    rebuild: () => rebuildFigures({ database, clock: { now: () => NOW } }, organizationId),
    rebuildOn: (other: Database) => rebuildFigures({ database: other, clock: { now: () => NOW } }, organizationId),
  };
}

/** A shop on a database of its own. */
export async function oneFigureWorld(t: Cleaned, campaigns: number): Promise<World> {
  const { database } = await freshDatabase(t);
  return figureWorld(database, 'acme', campaigns);
}

const FIGURES = { impressions: 10, clicks: 1, costMicros: 0, conversions: 0, conversionsValue: 0 };

export function campaignDay(date: string, campaign: number, figures: Partial<CampaignDay> = {}): CampaignDay {
  const shares = { impressionShare: null, lostToBudget: null, lostToRank: null };
  return { ...FIGURES, ...shares, date, campaignId: `${campaign}`, ...figures };
}

export function keywordDay(date: string, campaign: number, keyword: number, figures: Partial<KeywordDay> = {}) {
  const ids = { campaignId: `${campaign}`, adId: `${campaign}00`, keywordId: `${campaign}00~${keyword}` };
  return { ...FIGURES, ...ids, date, ...figures };
}

export function termDay(
  date: string,
  campaign: number,
  term: string,
  figures: Partial<SearchTermDay> = {},
): SearchTermDay {
  const ids = { campaignId: `${campaign}`, adId: `${campaign}00` };
  return { ...FIGURES, ...ids, date, term, matchType: 'broad', status: 'none', ...figures };
}

const BATCH = 50;

async function* batchesOf<Row>(rows: Row[]): AsyncGenerator<Row[]> {
  for (let start = 0; start < rows.length; start += BATCH) yield rows.slice(start, start + BATCH);
}

function idOf(row: { id: number } | undefined): number {
  assert.ok(row);
  return row.id;
}
