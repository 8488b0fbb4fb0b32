import type { Tenancy } from '../base/context.ts';
import { columns, statement } from '../base/database.ts';
import { MAY_RUN } from '../campaigns/campaign-list.store.ts';
import { RUNS } from '../recommendations/pending-saving.store.ts';

/** A campaign takes its whole budget when it spends nearly all of it. */
const WHOLE_BUDGET = 0.95;
/** A budget holds a campaign back that keeps it from so much of the impressions it could have. */
const LOST_TO_BUDGET = 0.1;
/** A little above its target is within the noise of a week. */
const OVER_TARGET = 1.2;
/** Spending so many times its target without any conversion is over it, too. */
const WITHOUT_CONVERSIONS = 2;
const DAYS = 7;

/** A campaign that somebody should look at, and why; amounts of the last seven days with data. */
export interface TroubledCampaign {
  slug: string;
  name: string;
  /** Of one in error: it may be spending all the same. */
  may_run: boolean;
  trouble: 'error' | 'over_target' | 'limited_by_budget';
  budget: string;
  target_cpa: string | null;
  cpa_7d: string;
  spend_7d: string;
  conversions_7d: string;
  /** What was spent beyond what its conversions are worth; 0 where that is not the trouble. */
  excess_7d: string;
}

const COLUMNS = columns<TroubledCampaign>({
  slug: 'slug',
  name: 'name',
  may_run: 'may_run',
  trouble: 'trouble',
  budget: 'budget',
  target_cpa: 'target_cpa',
  cpa_7d: 'cpa_7d',
  spend_7d: 'spend_7d',
  conversions_7d: 'conversions_7d',
  excess_7d: 'excess_7d',
});

/** What was spent says nothing of a budget that has been lowered since: the platform tells what it kept from being shown. */
const HELD_BACK = `(
    select sum(lost_to_budget * impressions / impression_share) >= ${LOST_TO_BUDGET} * sum(impressions / impression_share)
    from campaign_day d
    where d.organization_id = $1 and d.campaign_id = campaign.id and d.day between $3::date - ${DAYS - 1} and $3::date
      and d.impression_share > 0 and d.lost_to_budget is not null)`;

const troubled = statement<[organizationId: number, limit: number, latestDay: string], TroubledCampaign>(`
  select ${COLUMNS} from (
    select *, ${MAY_RUN}, case
        when state = 'error' then 'error'
        when target_cpa > 0 and spend_7d > ${OVER_TARGET} * conversions_7d * target_cpa and spend_7d > ${WITHOUT_CONVERSIONS} * target_cpa
          then 'over_target'
        when budget > 0 and spend_7d >= ${WHOLE_BUDGET} * ${DAYS} * budget
          and (target_cpa is null or spend_7d <= conversions_7d * target_cpa) and ${HELD_BACK} then 'limited_by_budget'
      end as trouble,
      case when state = 'live' then greatest(spend_7d - conversions_7d * coalesce(target_cpa, 0), 0) else 0 end as excess_7d
    from campaign where organization_id = $1 and state in ('live', 'error')
  ) c
  where trouble is not null
  order by trouble = 'error' desc, trouble = 'over_target' desc, excess_7d desc, spend_7d desc, slug
  limit $2`);

/** The campaigns that most need a look in the seven days up to one, the worst first. */
export function troubledCampaigns(
  { db, organizationId }: Tenancy,
  limit: number,
  latestDay: string,
): Promise<TroubledCampaign[]> {
  return db.rows(troubled, organizationId, limit, latestDay);
}

/** What all live campaigns together are to reach and may spend. */
export interface Plan {
  /** The CPA that today's spend would bring if each campaign met its target; null where none has one. */
  target_cpa: string | null;
  live_budget: string;
  live_campaigns: number;
}

const plan = statement<[organizationId: number], Plan>(`
  select round(sum(spend_7d) filter (where target_cpa > 0)
      / nullif(sum(spend_7d / nullif(target_cpa, 0)), 0), 2) as target_cpa,
    coalesce(sum(budget), 0) as live_budget, count(*) as live_campaigns
  from campaign where organization_id = $1 and state = 'live'`);

/** What the live campaigns are to reach together. */
export async function planOf({ db, organizationId }: Tenancy): Promise<Plan> {
  return (await db.row(plan, organizationId)) ?? { target_cpa: null, live_budget: '0', live_campaigns: 0 };
}

/** A pending recommendation with what it is worth. */
export interface WorthyRecommendation {
  id: string;
  type: string;
  campaign: string;
  campaign_name: string;
  changes: number;
  saving: string;
}

const worthy = statement<[organizationId: number, limit: number], WorthyRecommendation>(`
  select r.id, r.type, c.slug as campaign, c.name as campaign_name, jsonb_array_length(r.proposals) as changes,
    r.estimated_monthly_saving as saving
  from recommendation r join campaign c on c.organization_id = $1 and c.id = r.campaign_id
  where r.organization_id = $1 and r.status = 'pending' and r.estimated_monthly_saving > 0 and ${RUNS}
  order by r.estimated_monthly_saving desc nulls last, r.id limit $2`);

/** The pending recommendations that would save most, of campaigns that run. */
export function worthiestRecommendations(
  { db, organizationId }: Tenancy,
  limit: number,
): Promise<WorthyRecommendation[]> {
  return db.rows(worthy, organizationId, limit);
}

/** What waits for somebody's decision. */
export interface Waiting {
  approvals: number;
  /** When the oldest of them was asked for. */
  since: string | null;
  recommendations: number;
}

const waiting = statement<[organizationId: number, since: Date], Waiting>(`
  select q.approvals, q.since, r.recommendations from (
    select count(*) as approvals, min(requested_at) as since from queued_write
    where organization_id = $1 and status = 'pending' and decided_at is null and requested_at > $2
  ) q, (select count(*) as recommendations from recommendation where organization_id = $1 and status = 'pending') r`);

/** What was asked for since an instant and waits, and how many recommendations do. */
export async function whatWaits({ db, organizationId }: Tenancy, since: Date): Promise<Waiting> {
  return (await db.row(waiting, organizationId, since)) ?? { approvals: 0, since: null, recommendations: 0 };
}
