import type { Tenancy } from '../base/context.ts';
import { type Queryable, statement } from '../base/database.ts';

const insert = statement<[slug: string, name: string, plan: string, currency: string, at: Date], { id: number }>(`
  insert into organization (slug, name, plan, currency, created_at) values ($1, $2, $3, $4, $5)
  on conflict (slug) do nothing returning id`);

/** Makes an organization and tells its id; undefined where the slug is taken. */
export async function insertOrganization(
  db: Queryable,
  organization: { slug: string; name: string; plan: string; currency: string; createdAt: Date },
): Promise<number | undefined> {
  const { slug, name, plan, currency, createdAt } = organization;
  return (await db.row(insert, slug, name, plan, currency, createdAt))?.id;
}

const require = statement<[organizationId: number, required: boolean], never>(
  'update organization set approvals_required = $2 where id = $1 and approvals_required <> $2',
);

/** Turns the requirement on or off that a person signs off what keys and connected apps change. */
export async function requireApprovals({ db, organizationId }: Tenancy, required: boolean): Promise<void> {
  await db.execute(require, organizationId, required);
}

const nameHeld = statement<[organizationId: number], { name: string }>(
  'select name from organization where id = $1 for update',
);
const rename = statement<[organizationId: number, name: string], never>(
  'update organization set name = $2 where id = $1',
);

/** Changes what people call the organization, and tells what they called it before. */
export async function renameOrganizationTo(
  { db, organizationId }: Tenancy,
  name: string,
): Promise<{ name: string } | undefined> {
  const before = await db.row(nameHeld, organizationId);
  await db.execute(rename, organizationId, name);
  return before;
}
