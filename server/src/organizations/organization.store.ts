import type { Tenancy } from '../base/context.ts';
import { type Queryable, statement } from '../base/database.ts';
import type { Role } from '../base/scopes.ts';

/** One row of the organization list, for the person who asks. */
export interface OrganizationRow {
  slug: string;
  name: string;
  role: Role | null;
  plan: string;
  currency: string;
  access: 'membership' | 'adops_team';
  adops_team: string | null;
}

const listColumns = `o.slug, o.name, o.plan, o.currency, t.name as adops_team`;

const ofPerson = statement<[personId: number, onlyOrganization: number | null], OrganizationRow>(`
  select ${listColumns}, m.role, case when m.role is null then 'adops_team' else 'membership' end as access
  from organization o
  left join membership m on m.organization_id = o.id and m.person_id = $1
  left join staff_team_assignment a on a.organization_id = o.id
  left join staff_team t on t.id = a.team_id
  where ($2::integer is null or o.id = $2)
    and (m.role is not null
      or exists (select from staff_team_member s where s.team_id = a.team_id and s.person_id = $1))
  order by o.slug`);

/** Every organization of a person, with those assigned to the person's team; narrowed to one for a key. */
export function listOrganizationsOf(
  db: Queryable,
  personId: number,
  { only }: { only: number | undefined },
): Promise<OrganizationRow[]> {
  return db.rows(ofPerson, personId, only ?? null);
}

/** An organization with its limits. */
export interface OrganizationDetailRow {
  slug: string;
  name: string;
  plan: string;
  currency: string;
  adops_team: string | null;
  max_spend: string | null;
  api_budget_change_limit_pct: string;
}

const detail = statement<[organizationId: number], OrganizationDetailRow>(`
  select ${listColumns}, o.max_spend, o.api_budget_change_limit_pct
  from organization o
  left join staff_team_assignment a on a.organization_id = o.id
  left join staff_team t on t.id = a.team_id
  where o.id = $1`);

/** The organization itself. */
export function findOrganization({ db, organizationId }: Tenancy): Promise<OrganizationDetailRow | undefined> {
  return db.row(detail, organizationId);
}

/** An ad account as the organization shows it. */
export interface AdAccountRow {
  id: string;
  platform: string;
  status: 'linked' | 'pending' | 'not_linked';
}

const accounts = statement<[organizationId: number], AdAccountRow>(`
  select id, platform, status from ad_account where organization_id = $1 order by created_at, id`);

/** The ad accounts that the organization's campaigns use or its members selected, the oldest first. */
export function listShownAccounts({ db, organizationId }: Tenancy): Promise<AdAccountRow[]> {
  return db.rows(accounts, organizationId);
}
