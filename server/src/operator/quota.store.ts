import { type Queryable, statement } from '../base/database.ts';

/** What one organization has used of a day's operations of the ad platform, and how much of its work waits for more. */
export interface OrganizationUse {
  /** null for what belongs to no organization. */
  slug: string | null;
  weight: string | null;
  reads: number;
  changes: number;
  stops: number;
  waiting: number;
}

/** A day's operations in all. */
export interface DayUse {
  /** null where the platform sets no limit. */
  allowed: number | null;
  used: number;
}

const ofDay = statement<[day: string], DayUse>(`
  select (select allowed from platform_quota where day = $1::date) as allowed,
    coalesce(sum(used), 0)::bigint as used
  from platform_use where day = $1::date`);

/** What was used of a day. */
export async function useOfDay(db: Queryable, day: string): Promise<DayUse> {
  return (await db.row(ofDay, day)) ?? { allowed: null, used: 0 };
}

/** A task that waits says why; one that waits for a time does not. */
const byOrganization = statement<[day: string], OrganizationUse>(`
  with used as (
    select organization_id, coalesce(sum(used) filter (where kind = 'read'), 0)::bigint as reads,
      coalesce(sum(used) filter (where kind = 'change'), 0)::bigint as changes,
      coalesce(sum(used) filter (where kind = 'stop'), 0)::bigint as stops
    from platform_use where day = $1::date group by organization_id
  ), waiting as (
    select organization_id, count(*) as tasks from task
    where status = 'queued' and not_before is not null and stage is not null group by organization_id
  )
  select o.slug, o.operations_weight as weight, coalesce(u.reads, 0) as reads, coalesce(u.changes, 0) as changes,
    coalesce(u.stops, 0) as stops, coalesce(w.tasks, 0) as waiting
  from used u full join waiting w using (organization_id)
  left join organization o on o.id = organization_id
  order by coalesce(u.reads, 0) + coalesce(u.changes, 0) + coalesce(u.stops, 0) desc, o.slug`);

/** Who used how much of a day, the most first. */
export function useByOrganization(db: Queryable, day: string): Promise<OrganizationUse[]> {
  return db.rows(byOrganization, day);
}
