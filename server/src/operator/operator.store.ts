import { type Queryable, statement } from '../base/database.ts';
import { LIMITS, type LimitsRow } from '../organizations/limits.store.ts';

const hold = statement<[], never>(`select pg_advisory_xact_lock(hashtext('operator'))`);

/** Commands of operators wait for each other, so that what one has looked up still holds when it writes. */
export async function waitForOperators(db: Queryable): Promise<void> {
  await db.rows(hold);
}

const bySlug = statement<[slug: string], { id: number }>('select id from organization where slug = $1');

/** The id of the organization with a slug. */
export async function organizationWithSlug(db: Queryable, slug: string): Promise<number | undefined> {
  return (await db.row(bySlug, slug))?.id;
}

/** One organization as operators list it. */
export interface ListedRow extends LimitsRow {
  slug: string;
  name: string;
  plan: string;
  currency: string;
  owners: string[];
  team: string | null;
}

const all = statement<[], ListedRow>(`
  select o.slug, o.name, o.plan, o.currency, ${LIMITS}, t.name as team,
    array(select p.email from membership m join person p on p.id = m.person_id
      where m.organization_id = o.id and m.role = 'owner' order by p.email) as owners
  from organization o
  left join staff_team_assignment a on a.organization_id = o.id
  left join staff_team t on t.id = a.team_id
  order by o.slug`);

/** Every organization, by slug. */
export function allOrganizations(db: Queryable): Promise<ListedRow[]> {
  return db.rows(all);
}
