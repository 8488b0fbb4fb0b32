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
  with own as materialized (
    select organization_id from membership where person_id = $1
    union
    select a.organization_id from staff_team_member s join staff_team_assignment a on a.team_id = s.team_id
    where s.person_id = $1
  )
  select ${listColumns}, m.role, case when m.role is null then 'adops_team' else 'membership' end as access
  from own
  join organization o on o.id = own.organization_id
  left join membership m on m.organization_id = o.id and m.person_id = $1
  left join staff_team_assignment a on a.organization_id = o.id
  left join staff_team t on t.id = a.team_id
  where $2::integer is null or o.id = $2
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
  /** Since when it holds more than can be read whole; null where everything can be read. */
  too_large_since: string | null;
}

const accountsUpTo = (most: string) => `
  select id, platform, status, too_large_since from ad_account where organization_id = $1 order by created_at, id limit ${most}`;

/** So many are read along with the organization; more are read where nobody else waits for it. */
const ACCOUNTS_ALONG = 200;

const accounts = statement<[organizationId: number], AdAccountRow>(accountsUpTo('all'));
const firstAccounts = statement<[organizationId: number], AdAccountRow>(accountsUpTo(`${ACCOUNTS_ALONG + 1}`));

/** The ad accounts that the organization's campaigns use or its members selected, the oldest first. */
export async function listShownAccounts({
  db,
  organizationId,
  database = db,
}: Tenancy & { database?: Queryable }): Promise<AdAccountRow[]> {
  const first = await db.rows(firstAccounts, organizationId);
  return first.length > ACCOUNTS_ALONG ? database.rows(accounts, organizationId) : first;
}
