import { statement } from '../../src/base/database.ts';

/** Executed writes that were counted. */
export const quota = statement<[organizationId: number], { used: number }>(
  'select coalesce(sum(used), 0)::int as used from write_quota where organization_id = $1',
);
/** Work that goes on; a scheduled sync that waits for its turn among all accounts is not this organization's doing. */
export const unfinished = statement<[organizationId: number], { count: number }>(`
  select count(*)::int as count from task
  where organization_id = $1 and finished_at is null and not (type = 'sync_account' and not_before is not null)`);
/** The same, with everything that could tell why it goes on. */
export const workLeft = statement<[organizationId: number], Record<string, unknown>>(`
  select type, status, attempts, retries, not_before, worker_id, heartbeat_at, payload,
    (select json_agg(w) from worker w where stopped_at is null) as workers
  from task where organization_id = $1 and finished_at is null`);
/** Dates a queued write otherwise. */
export const age = statement<[organizationId: number, id: string, requestedAt: Date], never>(
  'update queued_write set requested_at = $3 where organization_id = $1 and id = $2',
);
/** What a sync leaves that found a budget serving several campaigns. */
export const share = statement<[organizationId: number, slug: string], never>(
  'update campaign set budget_shared = true where organization_id = $1 and slug = $2',
);
/** Takes parts away that a first launch asks for. */
export const strip = {
  campaign_location: statement<[organizationId: number, slug: string], never>(`
    delete from campaign_location l using campaign c
    where l.organization_id = $1 and c.organization_id = $1 and c.slug = $2 and l.campaign_id = c.id`),
};
/** Settings of an organization that nobody sets through the service. */
export const set = {
  max_spend: statement<[id: number, value: number | null], never>(
    'update organization set max_spend = $2 where id = $1',
  ),
  daily_write_quota: statement<[id: number, value: number | null], never>(
    'update organization set daily_write_quota = $2 where id = $1',
  ),
  api_budget_change_limit_pct: statement<[id: number, value: number], never>(
    'update organization set api_budget_change_limit_pct = $2 where id = $1',
  ),
};
