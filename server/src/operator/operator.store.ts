import { statement } from '../base/database.ts';

/** Commands of operators wait for each other, so that what one has looked up still holds when it writes. */
export const waitForOperators = statement<[], never>(`select pg_advisory_xact_lock(hashtext('operator'))`);

export const addOrganization = statement<
  [slug: string, name: string, plan: string, currency: string, at: Date],
  { id: number }
>(`
  insert into organization (slug, name, plan, currency, created_at) values ($1, $2, $3, $4, $5)
  on conflict (slug) do nothing returning id`);

export const organizationWithSlug = statement<[slug: string], { id: number }>(
  'select id from organization where slug = $1',
);

/** The limits of an organization; null stands for no cap, and for what the settings of the service say. */
export interface LimitsRow {
  max_spend: string | null;
  api_budget_change_limit_pct: string;
  daily_write_quota: number | null;
  rate_limit_per_minute: number | null;
}

const LIMITS = 'max_spend, api_budget_change_limit_pct, daily_write_quota, rate_limit_per_minute';

/** Sets the limits that the patch names and leaves the others. */
export const changeLimits = statement<[slug: string, patch: string], LimitsRow>(`
  update organization o set (${LIMITS}) = (select ${LIMITS} from jsonb_populate_record(o, $2::jsonb))
  where slug = $1 returning ${LIMITS}`);

/** One organization as operators list it. */
export interface ListedRow extends LimitsRow {
  slug: string;
  name: string;
  plan: string;
  currency: string;
  owners: string[];
  team: string | null;
}

export const allOrganizations = statement<[], ListedRow>(`
  select o.slug, o.name, o.plan, o.currency, ${LIMITS}, t.name as team,
    array(select p.email from membership m join person p on p.id = m.person_id
      where m.organization_id = o.id and m.role = 'owner' order by p.email) as owners
  from organization o
  left join staff_team_assignment a on a.organization_id = o.id
  left join staff_team t on t.id = a.team_id
  order by o.slug`);

export const changePassword = statement<[personId: number, hash: string], never>(
  'update person set password_hash = $2 where id = $1',
);

export const endSessions = statement<[personId: number], never>('delete from session where person_id = $1');
