import type { Tenancy } from '../base/context.ts';
import { columns, type Statement, statement } from '../base/database.ts';

/** What is known of an organization's business, named as it is answered. */
export interface BusinessProfileRow {
  url: string;
  brand_name: string;
  description: string;
  products: { name: string; description: string; url: string }[];
  ideal_customer_profiles: { name: string; description: string }[];
  competitors: { name: string; url: string }[];
  trust_signals: string[];
  target_locations: string[];
  status: 'analysing' | 'ready' | 'failed';
  updated_at: string;
}

const COLUMNS = columns<BusinessProfileRow>({
  url: 'url',
  brand_name: 'brand_name',
  description: 'description',
  products: 'products',
  ideal_customer_profiles: 'ideal_customer_profiles',
  competitors: 'competitors',
  trust_signals: 'trust_signals',
  target_locations: 'target_locations',
  status: 'status',
  updated_at: 'updated_at',
});

const one = statement<[organizationId: number], BusinessProfileRow>(
  `select ${COLUMNS} from business_profile where organization_id = $1`,
);

/** What is known of the business, once anything is. */
export function findBusinessProfile({ db, organizationId }: Tenancy): Promise<BusinessProfileRow | undefined> {
  return db.row(one, organizationId);
}

/** What a profile says, without how it came about. */
export type BusinessProfileFacts = Omit<BusinessProfileRow, 'status' | 'updated_at'>;

const FACTS = `url, brand_name, description, products, ideal_customer_profiles, competitors, trust_signals,
  target_locations`;
const READ_FACTS = `jsonb_to_record($2::jsonb) as f (url text, brand_name text, description text, products jsonb,
  ideal_customer_profiles jsonb, competitors jsonb, trust_signals jsonb, target_locations jsonb)`;
const SET_FACTS = FACTS.split(/,\s+/).map((name) => `${name} = excluded.${name}`);

type Write = Statement<[organizationId: number, facts: string, at: Date], never>;

const writing = (status: BusinessProfileRow['status'], where: string): Write =>
  statement(`
  insert into business_profile (organization_id, status, updated_at, ${FACTS})
  select $1::integer, '${status}', $3::timestamptz, ${FACTS} from ${READ_FACTS}
  on conflict (organization_id) do update
    set status = excluded.status, updated_at = excluded.updated_at, ${SET_FACTS}
  where ${where}`);

/** What `begin` leaves as it is: all that says something of the business. */
const LISTS = ['products', 'ideal_customer_profiles', 'competitors', 'trust_signals', 'target_locations'] as const;
const TEXTS = ['brand_name', 'description'] as const;

/** Whether anything is known: an analysis that was begun first, and failed, leaves a profile that says nothing. */
export function isKnown(profile: BusinessProfileRow): boolean {
  return TEXTS.some((name) => profile[name] !== '') || LISTS.some((name) => profile[name].length > 0);
}

const NOTHING_KNOWN = [
  ...TEXTS.map((name) => `business_profile.${name} = ''`),
  ...LISTS.map((name) => `business_profile.${name} = '[]'`),
].join(' and ');

const first = writing('ready', `business_profile.status = 'failed' and ${NOTHING_KNOWN}`);

/** Keeps what a first website told, where nothing is known yet: what was known before an analysis that failed stays. */
export async function keepFirstProfile(
  { db, organizationId }: Tenancy,
  facts: BusinessProfileFacts,
  at: Date,
): Promise<void> {
  await db.execute(first, organizationId, JSON.stringify(facts), at);
}

const locked = statement<[organizationId: number], BusinessProfileRow>(`${one.text} for update`);

/** The same, and nobody else changes it before the transaction ends. */
export function lockBusinessProfile({ db, organizationId }: Tenancy): Promise<BusinessProfileRow | undefined> {
  return db.row(locked, organizationId);
}

const begin = statement<[organizationId: number, url: string, at: Date], never>(`
  insert into business_profile (organization_id, url, brand_name, description, status, updated_at)
  values ($1, $2, '', '', 'analysing', $3)
  on conflict (organization_id) do update set status = 'analysing', updated_at = excluded.updated_at`);

/** Notes that a website is being analysed; what is known already stays until that is done. */
export async function beginProfile({ db, organizationId }: Tenancy, url: string, at: Date): Promise<void> {
  await db.execute(begin, organizationId, url, at);
}

const analysed = writing('ready', "business_profile.status = 'analysing'");

/** Keeps what the analysis found, unless it was ended meanwhile. */
export async function keepAnalysedProfile(
  { db, organizationId }: Tenancy,
  facts: BusinessProfileFacts,
  at: Date,
): Promise<void> {
  await db.execute(analysed, organizationId, JSON.stringify(facts), at);
}

const fail = statement<[organizationId: number, at: Date], never>(`
  update business_profile set status = 'failed', updated_at = $2 where organization_id = $1 and status = 'analysing'`);

/** Notes that the website could not be analysed. */
export async function failProfile({ db, organizationId }: Tenancy, at: Date): Promise<void> {
  await db.execute(fail, organizationId, at);
}

const replaced = writing('ready', 'true');

/** Makes this what is known, by a person's word. */
export async function replaceProfile(
  tenancy: Tenancy,
  facts: BusinessProfileFacts,
  at: Date,
): Promise<BusinessProfileRow> {
  await tenancy.db.execute(replaced, tenancy.organizationId, JSON.stringify(facts), at);
  const profile = await findBusinessProfile(tenancy);
  if (!profile) throw new Error('the business profile is gone');
  return profile;
}
