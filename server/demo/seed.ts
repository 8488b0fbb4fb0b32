import { randomBytes } from 'node:crypto';
import type { Services } from '../src/base/context.ts';
import type { Transaction } from '../src/base/database.ts';
import { newId } from '../src/base/ids.ts';
import { hashOf, makeKey, visibleParts } from '../src/identity/key-format.ts';
import { insertKey } from '../src/identity/keys/api-key.store.ts';
import { oneYearAfter } from '../src/identity/keys/api-key.ts';
import { insertMember } from '../src/identity/membership.store.ts';
import { insertPerson } from '../src/identity/person.store.ts';
import { ceilingOf } from '../src/identity/role-ceiling.ts';
import { hashPassword } from '../src/identity/sign-in/password.ts';
import { addTeam, assignTeam, joinTeam, teamNamed } from '../src/operator/staff.store.ts';
import { addListedAccount, addOrganization, addProfile, isUnused } from './demo.store.ts';
import type { DemoFile } from './demo-file.ts';
import { KEYS, ORGANIZATIONS, PEOPLE, STAFF_TEAM } from './world.ts';

type Credentials = Pick<DemoFile, 'people' | 'keys'>;

/** Fills an empty database with the demo's organizations, people and keys; a database in use is left alone. */
export function seedDemo(services: Services, siteUrl: string): Promise<Credentials | undefined> {
  return services.database.transaction(async (db) => {
    if (!(await isUnused(db))) return undefined;
    const at = new Date(services.clock.now());
    const organizations = await seedOrganizations(db, siteUrl, at);
    const people = await seedPeople(db, organizations, at);
    return {
      people: people.map(({ id: _, ...person }) => person),
      keys: await seedKeys(db, organizations, people, at),
    };
  });
}

async function seedOrganizations(db: Transaction, siteUrl: string, at: Date): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const organization of ORGANIZATIONS) {
    const id = await addOrganization(db, organization, at);
    ids.set(organization.slug, id);
    if (organization.profile) await addProfile(db, id, organization.profile, siteUrl, at);
    for (const account of organization.accounts) await addListedAccount({ db, organizationId: id }, account, at);
  }
  return ids;
}

type SeededPerson = DemoFile['people'][number] & { id: number };

async function seedPeople(db: Transaction, organizations: Map<string, number>, at: Date): Promise<SeededPerson[]> {
  await addTeam(db, STAFF_TEAM.name);
  const team = await teamNamed(db, STAFF_TEAM.name);
  if (team === undefined) throw new Error('the staff team was not added');
  for (const slug of STAFF_TEAM.organizations) {
    await assignTeam({ db, organizationId: idOf(organizations, slug) }, team);
  }
  const passwords = PEOPLE.map(() => randomBytes(12).toString('base64url'));
  const hashes = await Promise.all(passwords.map(hashPassword));
  const seeded: SeededPerson[] = [];
  for (const [index, { email, name, roles, staff }] of PEOPLE.entries()) {
    const [password = '', passwordHash = null] = [passwords[index], hashes[index]];
    const id = await insertPerson(db, { email, name, passwordHash, createdAt: at });
    for (const [slug, role] of Object.entries(roles)) {
      await insertMember({ db, organizationId: idOf(organizations, slug) }, { personId: id, role, createdAt: at });
    }
    if (staff) await joinTeam(db, team, id);
    seeded.push({ id, email, password, name });
  }
  return seeded;
}

async function seedKeys(
  db: Transaction,
  organizations: Map<string, number>,
  people: SeededPerson[],
  at: Date,
): Promise<DemoFile['keys']> {
  const keys: DemoFile['keys'] = [];
  for (const { name, organization, user, scopes } of KEYS) {
    const person = people.find(({ email }) => email === user);
    const role = PEOPLE.find(({ email }) => email === user)?.roles[organization];
    if (!person || !role) throw new Error(`the demo key ${name} belongs to nobody`);
    const carried = [...ceilingOf(role)].filter((scope) => scopes === 'everything' || scopes.includes(scope));
    const key = makeKey();
    await insertKey(
      { db, organizationId: idOf(organizations, organization) },
      {
        id: newId('key', at.getTime()),
        name,
        creatorId: person.id,
        scopes: carried,
        hash: hashOf(key),
        ...visibleParts(key),
        createdAt: at,
        expiresAt: oneYearAfter(at.getTime()),
      },
    );
    keys.push({ name, organization, user, scopes: carried, key });
  }
  return keys;
}

function idOf(organizations: Map<string, number>, slug: string): number {
  const id = organizations.get(slug);
  if (id === undefined) throw new Error(`the demo has no organization ${slug}`);
  return id;
}
