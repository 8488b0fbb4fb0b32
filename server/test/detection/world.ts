import assert from 'node:assert/strict';
import type { Adapters } from '../../assemble.ts';
import { rebuildFigures } from '../../src/ad-accounts/sync/rebuild-figures.ts';
import { type Database, statement } from '../../src/base/database.ts';
import { dayNumber, dayText } from '../../src/base/days.ts';
import type { MatchType } from '../../src/ports/ad-platform.ts';
import type { Cleaned } from '../harness/database.ts';
import { type RunningService, startService } from '../harness/service.ts';
import type { SeededOrganization } from '../harness/world-people.ts';

const addCampaign = statement<
  [organizationId: number, slug: string, platformId: string | null, target: string | null, at: Date, accountId: string],
  { id: number }
>(`
  insert into campaign (organization_id, slug, name, type, state, website_url, bidding, budget, target_cpa, ad_account_id,
    platform_id, platform_state, created_at, updated_at)
  values ($1, $2, $2, 'prospecting', 'live', 'https://acme.example', 'maximize_conversions', 50, $4::numeric,
    $6, $3, case when $3::text is null then null else 'live' end, $5, $5) returning id`);
const addAd = statement<[organizationId: number, campaign: number, at: Date], { id: number }>(`
  insert into ad (organization_id, campaign_id, name, state, final_url, created_at)
  values ($1, $2, 'Ad 1', 'enabled', 'https://acme.example', $3) returning id`);
const addKeyword = statement<
  [organizationId: number, campaign: number, ad: number, text: string, matchType: MatchType, at: Date],
  { id: number }
>(`
  insert into keyword (organization_id, campaign_id, ad_id, text, folded, match_type, state, created_at)
  values ($1, $2, $3, $4, lower($4), $5, 'enabled', $6) returning id`);
const addNegative = statement<[organizationId: number, campaign: number, text: string, at: Date], never>(`
  insert into negative_keyword (organization_id, campaign_id, text, folded, match_type, created_at)
  values ($1, $2, $3, lower($3), 'phrase', $4)`);
const addCampaignDay = statement<
  [organizationId: number, campaign: number, day: string, clicks: number, cost: number, conversions: number],
  never
>(`
  insert into campaign_day (organization_id, campaign_id, day, impressions, clicks, cost_micros, conversions_micros,
    value_micros)
  values ($1, $2, $3, $4::integer * 10, $4, $5, $6, 0)`);
const addKeywordDay = statement<
  [
    organizationId: number,
    keyword: number,
    campaign: number,
    day: string,
    clicks: number,
    cost: number,
    conversions: number,
  ],
  never
>(`
  insert into keyword_day (organization_id, keyword_id, campaign_id, day, impressions, clicks, cost_micros,
    conversions_micros, value_micros)
  values ($1, $2, $3, $4, $5::integer * 10, $5, $6, $7, 0)`);
const addTerm = statement<[organizationId: number, id: number, campaign: number, term: string], never>(
  'insert into search_term (organization_id, id, campaign_id, term) values ($1, $2, $3, $4)',
);
const addTermDay = statement<
  [
    organizationId: number,
    term: number,
    campaign: number,
    ad: number,
    day: string,
    clicks: number,
    cost: number,
    conversions: number,
  ],
  never
>(`
  insert into search_term_day (organization_id, term_id, campaign_id, ad_id, day, impressions, clicks, cost_micros,
    conversions_micros, value_micros)
  values ($1, $2, $3, $4, $5, $6::integer * 20, $6, $7, $8, 0)`);
const markFigures = statement<[organizationId: number, from: string], never>(
  `insert into figure_state (organization_id, changed_from) values ($1, $2)
  on conflict (organization_id) do update set changed_from = excluded.changed_from`,
);
const all = statement<[organizationId: number], Saved>(`
  select id, campaign_id, type, status, summary, proposals, findings, estimated_monthly_saving, created_at, updated_at
  from recommendation where organization_id = $1 order by created_at, id`);

/** A recommendation as it is kept. */
export interface Saved {
  id: string;
  campaign_id: number;
  type: string;
  status: string;
  summary: string;
  proposals: { op: string; text?: string; match_type?: string; keyword_id?: number }[];
  findings: Record<string, unknown>[];
  estimated_monthly_saving: string | null;
  created_at: string;
  updated_at: string;
}

const MICROS = 1_000_000;

/** What something did on one day. */
export interface OneDay {
  back: number;
  clicks: number;
  cost: number;
  conversions?: number;
}

/** The same on each of some days, from so many days back to so many. */
export function each(from: number, to: number, day: Omit<OneDay, 'back'>): OneDay[] {
  return Array.from({ length: from - to + 1 }, (_, n) => ({ back: from - n, ...day }));
}

export type DetectionWorld = Awaited<ReturnType<typeof detectionWorld>>;

/** A service whose organization harbor has campaigns with figures up to yesterday. */
export async function detectionWorld(t: Cleaned, adapters: Partial<Adapters> = {}) {
  const service = await startService(t, { config: { rateLimitPerMinute: 1_000_000 }, adapters });
  const { harbor } = service.world;
  const { key } = await service.world.addKey();
  const account = await service.world.addAccount(service.world.people.owner);
  return { service, harbor, key, ...partsOf(service, harbor, { key, account }) };
}

function partsOf(
  { database, clock, call }: RunningService,
  { id: organizationId, slug }: SeededOrganization,
  { key, account }: { key: string; account: string },
) {
  const latest = dayNumber(new Date(clock.now()).toISOString().slice(0, 10)) - 1;
  const long = new Date(clock.now() - 200 * 86_400_000);
  const dayOf = (back: number) => dayText(latest - back);
  let terms = 0;
  return {
    database,
    latest,
    /** A campaign that does well: ten clicks for 20 and half a conversion on each of a hundred days. */
    async campaign(name: string, { target = '40', runs = true }: { target?: string | null; runs?: boolean } = {}) {
      const id = idOf(
        await database.row(
          addCampaign,
          organizationId,
          name,
          runs ? `9${name.length}${terms}${name}` : null,
          target,
          long,
          account,
        ),
      );
      const ad = idOf(await database.row(addAd, organizationId, id, long));
      return { id, ad, slug: name };
    },
    async days(campaign: number, days: readonly OneDay[]) {
      for (const { back, clicks, cost, conversions = 0 } of days) {
        const micros = [cost, conversions].map((value) => Math.round(value * MICROS));
        await database.execute(
          addCampaignDay,
          organizationId,
          campaign,
          dayOf(back),
          clicks,
          micros[0] ?? 0,
          micros[1] ?? 0,
        );
      }
    },
    async keyword(
      { id, ad }: { id: number; ad: number },
      text: string,
      days: readonly OneDay[],
      matchType: MatchType = 'phrase',
    ) {
      const keyword = idOf(await database.row(addKeyword, organizationId, id, ad, text, matchType, long));
      for (const { back, clicks, cost, conversions = 0 } of days) {
        const micros = [cost, conversions].map((value) => Math.round(value * MICROS));
        await database.execute(
          addKeywordDay,
          organizationId,
          keyword,
          id,
          dayOf(back),
          clicks,
          micros[0] ?? 0,
          micros[1] ?? 0,
        );
      }
      return keyword;
    },
    async term({ id, ad }: { id: number; ad: number }, text: string, days: readonly OneDay[]) {
      terms += 1;
      await database.execute(addTerm, organizationId, terms, id, text);
      for (const { back, clicks, cost, conversions = 0 } of days) {
        const micros = [cost, conversions].map((value) => Math.round(value * MICROS));
        await database.execute(
          addTermDay,
          organizationId,
          terms,
          id,
          ad,
          dayOf(back),
          clicks,
          micros[0] ?? 0,
          micros[1] ?? 0,
        );
      }
      return terms;
    },
    negative: (campaign: number, text: string) => database.execute(addNegative, organizationId, campaign, text, long),
    async rebuild() {
      await database.execute(markFigures, organizationId, dayOf(400));
      await rebuildFigures({ database, clock }, organizationId);
    },
    detect: (campaign: string, body: object, credential: { key?: string; cookie?: string } = { key }) =>
      call('POST', `/v1/organizations/${slug}/campaigns/${campaign}/detect`, { body, ...credential }),
    saved: (db: Database = database) => db.rows(all, organizationId),
  };
}

function idOf(row: { id: number } | undefined): number {
  assert.ok(row);
  return row.id;
}
