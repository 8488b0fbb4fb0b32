import { statement } from '../base/database.ts';
import { LIMITS, type LimitsRow } from '../organizations/limits.store.ts';

/** Commands of operators wait for each other, so that what one has looked up still holds when it writes. */
export const waitForOperators = statement<[], never>(`select pg_advisory_xact_lock(hashtext('operator'))`);

export const organizationWithSlug = statement<[slug: string], { id: number }>(
  'select id from organization where slug = $1',
);

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
