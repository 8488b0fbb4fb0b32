import { type Queryable, statement } from '../src/base/database.ts';
import type { DemoOrganization, DemoProfile } from './world.ts';

/** Serialises processes that start on an empty database at the same time. */
export const waitForDemo = statement<[], never>(`select pg_advisory_xact_lock(hashtext('demo'))`);

export const anyOrganization = statement<[], { id: number }>('select id from organization limit 1');

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

export const insertTeam = statement<[name: string], { id: number }>(
  'insert into staff_team (name) values ($1) returning id',
);

export const insertListedAccount = statement<
  [organizationId: number, id: string, name: string, status: string, at: Date],
  never
>(`insert into ad_account (organization_id, id, name, status, created_at) values ($1, $2, $3, $4, $5)`);

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

export const ownCampaign = statement<[organizationId: number, name: string, type: string, since: Date], never>(`
  update campaign set type = $3, created_at = $4, first_launched_at = $4
  where organization_id = $1 and name = $2`);
