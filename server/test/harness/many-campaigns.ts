import { type Database, statement } from '../../src/base/database.ts';

/** As many as Google lets one account hold. */
const CAMPAIGNS = 10_000;

/** Of all types and states, every other one with a target. */
const addCampaigns = statement<[organizationId: number, many: number], never>(`
  insert into campaign (organization_id, slug, name, type, state, website_url, created_at, updated_at, budget, target_cpa)
  select $1::integer, 'camp-' || lpad(n::text, 5, '0'), 'Überall ' || n,
    (array['prospecting', 'brand', 'hipo', 'location', 'icp', 'competitor', 'external'])[1 + n % 7],
    (array['live', 'live', 'live', 'paused'])[1 + n % 4], 'https://acme.example',
    timestamptz '2026-01-01T00:00:00Z' + n * interval '1 second', timestamptz '2026-01-01', 10 + (n % 100) / 100.0,
    case when n % 2 = 0 then 1000 end
  from generate_series(1, $2::integer) n`);
/** One day in each of so many weeks; of those with a target only some that spend little run out of budget. */
const addDays = statement<[organizationId: number, latest: string, weeks: number], never>(`
  insert into campaign_day (organization_id, day, campaign_id, impressions, clicks, cost_micros, conversions_micros,
    value_micros, impression_share, lost_to_budget, lost_to_rank)
  select $1::integer, $2::date - 7 * w, c.id, 100 + n % 13, 7 + n % 5, (n % 1000 * 50 + w * n % 17) * 10101,
    n % 4 * 1500000, n % 3 * 20000000, 0.5, case when n % 1000 < 50 then 0.2 else 0.05 end, 0.25
  from generate_series(0, $3::integer - 1) w
  cross join (
    select id, right(slug, 5)::integer as n from campaign where organization_id = $1 and slug like 'camp-%'
  ) c`);
const addState = statement<[organizationId: number, latest: string, weeks: number], never>(`
  insert into figure_state (organization_id, first_day, latest_day) values ($1, $2::date - 7 * $3::integer, $2::date)
  on conflict (organization_id) do update set first_day = excluded.first_day, latest_day = excluded.latest_day`);
const analyze = statement<[], never>('analyze campaign, campaign_day');

/** Fills an organization with very many campaigns that have figures in each of some weeks up to a day. */
export async function fillManyCampaigns(
  database: Database,
  organizationId: number,
  { latest, weeks }: { latest: string; weeks: number },
): Promise<void> {
  await database.execute(addCampaigns, organizationId, CAMPAIGNS);
  await database.execute(addDays, organizationId, latest, weeks);
  await database.execute(addState, organizationId, latest, weeks);
  await database.execute(analyze);
}
