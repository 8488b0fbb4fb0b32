import type { Tenancy } from '../src/base/context.ts';
import { type Queryable, statement } from '../src/base/database.ts';
import type { DemoOrganization, DemoProfile } from './world.ts';

const hold = statement<[], never>(`select pg_advisory_xact_lock(hashtext('demo'))`);
const anyOrganization = statement<[], { id: number }>('select id from organization limit 1');

/** Whether nobody has used the database; processes that start on one at the same time wait for each other. */
export async function isUnused(db: Queryable): Promise<boolean> {
  await db.rows(hold);
  return hasNoOrganization(db);
}

/** Whether no organization was made yet. */
export async function hasNoOrganization(db: Queryable): Promise<boolean> {
  return (await db.row(anyOrganization)) === undefined;
}

const insertOrganization = statement<
  [slug: string, name: string, plan: string, currency: string, maxSpend: number | null, approvals: boolean, at: Date],
  { id: number }
>(`
  insert into organization (slug, name, plan, currency, max_spend, approvals_required, created_at)
  values ($1, $2, $3, $4, $5, $6, $7) returning id`);

/** Adds an organization of the demo and returns its id. */
export async function addOrganization(db: Queryable, organization: DemoOrganization, at: Date): Promise<number> {
  const { slug, name, plan, currency, max_spend, approvals_required } = organization;
  const row = await db.row(insertOrganization, slug, name, plan, currency, max_spend, approvals_required, at);
  if (!row) throw new Error(`organization ${slug} was not added`);
  return row.id;
}

const insertAccount = statement<[organizationId: number, id: string, name: string, status: string, at: Date], never>(
  `insert into ad_account (organization_id, id, name, status, created_at) values ($1, $2, $3, $4, $5)`,
);

/** Adds an account that is listed and linked through nothing. */
export async function addListedAccount(
  { db, organizationId }: Tenancy,
  { id, name, status }: DemoOrganization['accounts'][number],
  at: Date,
): Promise<void> {
  await db.execute(insertAccount, organizationId, id, name, status, at);
}

const insertProfile = statement<[organizationId: number, url: string, profile: string, at: Date], never>(`
  insert into business_profile (organization_id, url, brand_name, description, products, ideal_customer_profiles,
    competitors, trust_signals, target_locations, status, updated_at)
  select $1::integer, $2::text, p.brand_name, p.description, p.products, p.ideal_customer_profiles, p.competitors, p.trust_signals,
    p.target_locations, p.status, $4::timestamptz
  from jsonb_to_record($3::jsonb) as p (brand_name text, description text, products jsonb,
    ideal_customer_profiles jsonb, competitors jsonb, trust_signals jsonb, target_locations jsonb, status text)`);

/** Adds what the demo knows of a business; its pages are those of the site given. */
export async function addProfile(
  db: Queryable,
  organizationId: number,
  profile: DemoProfile,
  siteUrl: string,
  at: Date,
): Promise<void> {
  const url = siteUrl + profile.site;
  const products = profile.products.map(({ path, ...product }) => ({ ...product, url: url + path }));
  await db.execute(insertProfile, organizationId, url, JSON.stringify({ ...profile, products }), at);
}

const own = statement<[organizationId: number, name: string, type: string, since: Date], never>(`
  update campaign set type = $3, created_at = $4, first_launched_at = $4
  where organization_id = $1 and name = $2`);

/** Makes a campaign count as made here, and as launched since then. */
export async function ownCampaign(
  { db, organizationId }: Tenancy,
  { name, type, since }: { name: string; type: string; since: Date },
): Promise<void> {
  await db.execute(own, organizationId, name, type, since);
}
