import type { Tenancy } from '../base/context.ts';
import { columns, statement } from '../base/database.ts';
import type { Role } from '../base/scopes.ts';

/** A member of an organization. */
export interface MemberRow {
  person_id: number;
  email: string;
  name: string;
  role: Role;
  created_at: string;
}

const COLUMNS = columns<MemberRow>({
  person_id: 'm.person_id',
  email: 'p.email',
  name: 'p.name',
  role: 'm.role',
  created_at: 'm.created_at',
});
const FROM = 'from membership m join person p on p.id = m.person_id';

const list = statement<[organizationId: number], MemberRow>(`
  select ${COLUMNS} ${FROM}
  where m.organization_id = $1
  order by p.name, m.person_id`);

/** The members of an organization, by name. */
export function listMembers({ db, organizationId }: Tenancy): Promise<MemberRow[]> {
  return db.rows(list, organizationId);
}

const one = statement<[organizationId: number, personId: number], MemberRow>(`
  select ${COLUMNS} ${FROM}
  where m.organization_id = $1 and m.person_id = $2`);

/** One member. */
export function findMember({ db, organizationId }: Tenancy, personId: number): Promise<MemberRow | undefined> {
  return db.row(one, organizationId, personId);
}

const hold = statement<[organizationId: number, personId: number], { role: Role }>(
  'select role from membership where organization_id = $1 and person_id = $2 for share',
);

/** The role of a person, which cannot change before the transaction ends. */
export async function holdRole({ db, organizationId }: Tenancy, personId: number): Promise<Role | undefined> {
  return (await db.row(hold, organizationId, personId))?.role;
}

const owners = statement<[organizationId: number], { person_id: number }>(`
  select person_id from membership where organization_id = $1 and role = 'owner' order by person_id for update`);

const holdOrganization = statement<[organizationId: number], { id: number }>(
  'select id from organization where id = $1 for no key update',
);

/**
 * The Owners, locked: of two changes to them at once, the second sees the first. The organization is held before, since
 * who is an Owner changes which rows are locked in which order.
 */
export async function lockOwners({ db, organizationId }: Tenancy): Promise<number[]> {
  await db.row(holdOrganization, organizationId);
  return (await db.rows(owners, organizationId)).map((row) => row.person_id);
}

const ownerAddresses = statement<[organizationId: number], { email: string }>(`
  select p.email from membership m join person p on p.id = m.person_id
  where m.organization_id = $1 and m.role = 'owner' order by m.person_id`);

/** Where every Owner of the organization is written to. */
export async function ownerEmails({ db, organizationId }: Tenancy): Promise<string[]> {
  return (await db.rows(ownerAddresses, organizationId)).map((row) => row.email);
}

const insert = statement<[organizationId: number, personId: number, role: Role, createdAt: Date], never>(`
  insert into membership (organization_id, person_id, role, created_at) values ($1, $2, $3, $4)
  on conflict do nothing`);

/** Makes a person a member; false when the person was one already. */
export async function insertMember(
  { db, organizationId }: Tenancy,
  { personId, role, createdAt }: { personId: number; role: Role; createdAt: Date },
): Promise<boolean> {
  return (await db.execute(insert, organizationId, personId, role, createdAt)) > 0;
}

const update = statement<[organizationId: number, personId: number, role: Role], never>(
  'update membership set role = $3 where organization_id = $1 and person_id = $2',
);

/** Gives a member another role. */
export async function updateRole({ db, organizationId }: Tenancy, personId: number, role: Role): Promise<void> {
  await db.execute(update, organizationId, personId, role);
}

const remove = statement<[organizationId: number, personId: number], never>(
  'delete from membership where organization_id = $1 and person_id = $2',
);

/** Ends a membership, and with it every key and connection of the person here. */
export async function deleteMember({ db, organizationId }: Tenancy, personId: number): Promise<void> {
  await db.execute(remove, organizationId, personId);
}
