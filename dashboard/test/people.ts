import type { Page } from 'playwright-core';
import { type Database, statement } from '../../server/src/base/database.ts';
import type { Role, Scope } from '../../server/src/base/scopes.ts';
import { hashOf, makeKey, visibleParts } from '../../server/src/identity/key-format.ts';
import { insertKey } from '../../server/src/identity/keys/api-key.store.ts';
import { insertMember } from '../../server/src/identity/membership.store.ts';
import { insertPerson } from '../../server/src/identity/person.store.ts';
import { hashPassword } from '../../server/src/identity/sign-in/password.ts';

const DAY_MS = 86_400_000;
export const PASSWORD = 'correct horse battery staple';

const insertOrganization = statement<[slug: string, name: string, maxSpend: string | null, at: Date], { id: number }>(
  `insert into organization (slug, name, plan, currency, max_spend, created_at)
   values ($1, $2, 'growth', 'EUR', $3, $4) returning id`,
);
const insertAccount = statement<[organization: number, id: string, status: string, at: Date], never>(
  'insert into ad_account (organization_id, id, status, created_at) values ($1, $2, $3, $4)',
);

/** Adds an organization and tells its id. */
export async function addOrganization(
  database: Database,
  { slug, name, maxSpend = null }: { slug: string; name: string; maxSpend?: string | null },
): Promise<number> {
  const row = await database.row(insertOrganization, slug, name, maxSpend, new Date());
  if (!row) throw new Error('an insert returned no row');
  return row.id;
}

/** Adds an ad account to an organization. */
export async function addAccount(database: Database, organizationId: number, id: string, status: string) {
  await database.execute(insertAccount, organizationId, id, status, new Date());
}

/** Adds a person who can sign in with the password above, with roles by organization id. */
export async function addPerson(
  database: Database,
  { name, email }: { name: string; email: string },
  roles: ReadonlyMap<number, Role>,
): Promise<number> {
  const createdAt = new Date();
  const passwordHash = await hashPassword(PASSWORD);
  const personId = await insertPerson(database, { name, email, passwordHash, createdAt });
  for (const [organizationId, role] of roles) {
    await insertMember({ organizationId, db: database }, { personId, role, createdAt });
  }
  return personId;
}

/** Adds a key with these scopes, of an Owner and an organization of their own. */
export async function addKey(database: Database, scopes: readonly Scope[]): Promise<string> {
  const key = makeKey();
  const parts = visibleParts(key);
  const { prefix } = parts;
  const organizationId = await addOrganization(database, {
    slug: prefix.replaceAll('_', '-').toLowerCase(),
    name: 'Harbor Boats',
  });
  const owner = { name: 'Olga Owner', email: `${prefix.toLowerCase()}@keys.test` };
  const creatorId = await addPerson(database, owner, new Map([[organizationId, 'owner']]));
  const createdAt = new Date();
  const expiresAt = new Date(createdAt.getTime() + DAY_MS);
  const row = {
    id: `key_${prefix}`,
    name: 'test',
    creatorId,
    scopes,
    hash: hashOf(key),
    ...parts,
    createdAt,
    expiresAt,
  };
  await insertKey({ organizationId, db: database }, row);
  return key;
}

/** Fills in the sign-in page that is open. */
export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
