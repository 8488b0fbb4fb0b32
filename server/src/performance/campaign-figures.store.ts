import type { Tenancy } from '../base/context.ts';
import { statement } from '../base/database.ts';
import { type PackedRows, packed, unpacked } from '../base/packed-rows.store.ts';
import type { CampaignState, CampaignType } from '../campaigns/campaign.ts';
import { MAY_RUN } from '../campaigns/campaign-list.store.ts';
import type { Counted } from '../figures/ratios.ts';

/** A campaign as a table of many shows it. */
export interface TableRow {
  id: number;
  slug: string;
  name: string;
  type: CampaignType;
  state: CampaignState;
  may_run: boolean;
  pending_state: string | null;
  generating: boolean;
  budget: string;
  target_cpa: string | null;
  created_at: string;
  total: number;
}

const newest = statement<[organizationId: number, most: number], TableRow>(`
  select id, slug, name, type, state, ${MAY_RUN}, pending_state, generating, budget, target_cpa, created_at,
    count(*) over () as total
  from campaign where organization_id = $1
  order by created_at desc, id desc limit $2`);

/** The newest campaigns of an organization, each with how many there are in all. */
export function newestCampaigns({ db, organizationId }: Tenancy, most: number): Promise<TableRow[]> {
  return db.rows(newest, organizationId, most);
}

/** What a campaign counted in the last days with data, and what it had spent up to each of them. */
export interface RecentRow extends Counted {
  campaign_id: number;
  latest_day: string;
  /** The day of the first of the sums. */
  first_day: string;
  costs: number[];
}

const FIGURES = ['impressions', 'clicks', 'cost_micros', 'conversions_micros', 'value_micros'];
const during = (figure: string) =>
  `(max(s.${figure}) filter (where s.day = g.latest_day)
    - coalesce(max(s.${figure}) filter (where s.day = g.latest_day - $2::integer), 0))::bigint as ${figure}`;

/** Sums have no gaps once a campaign has any, so that each day is the difference of two neighbours. */
const recent = statement<[organizationId: number, days: number, campaigns: number[]], PackedRows>(
  packed(
    `
  select s.campaign_id, g.latest_day, min(s.day) as first_day, ${FIGURES.map(during)},
    array_agg(s.cost_micros order by s.day) as costs
  from figure_state g
  join campaign_sum s on s.organization_id = $1 and s.day between g.latest_day - $2::integer and g.latest_day
    and s.campaign_id = any ($3::bigint[])
  where g.organization_id = $1
  group by s.campaign_id, g.latest_day`,
    'q.campaign_id',
  ),
);

/** The figures of those among some campaigns that have any, over so many days up to the latest with data. */
export async function recentFigures(
  { db, organizationId }: Tenancy,
  days: number,
  campaigns: number[],
): Promise<RecentRow[]> {
  return unpacked<RecentRow>(await db.rows(recent, organizationId, days, campaigns));
}
