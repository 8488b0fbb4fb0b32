import { randomBytes } from 'node:crypto';
import type { Tenancy } from '../base/context.ts';
import { statement } from '../base/database.ts';
import { freeSlug } from './slug.ts';

/** Names without a Latin letter all become one slug, and an account may have thousands of those. */
const MOST_READ = 100;
const RANDOM_BYTES = 5;

const LAST_NUMBER = 999_999;
/** Longer ones are parts of names, not numbers that were given here. */
const NUMBERED = "slug ~ ('^' || $2::text || '-[1-9][0-9]{0,5}$')";

/** The slug itself first, so that it is among those that are read. */
const takenSlugs = statement<[organizationId: number, slug: string, most: number], { slug: string }>(`
  select slug from campaign where organization_id = $1 and (slug = $2::text or ${NUMBERED})
  order by slug <> $2::text limit $3`);

const highestNumber = statement<[organizationId: number, slug: string], { number: number | null }>(`
  select max(substr(slug, length($2::text) + 2)::integer) as number from campaign
  where organization_id = $1 and ${NUMBERED}`);

/**
 * A slug that is free right now: this one, or the first number behind it; among very many, one above all of them. A name may
 * have the last number: what comes after it is drawn.
 */
export async function findFreeSlug({ db, organizationId }: Tenancy, slug: string): Promise<string> {
  const rows = await db.rows(takenSlugs, organizationId, slug, MOST_READ);
  const taken = new Set(rows.map((row) => row.slug));
  if (taken.size < MOST_READ || !taken.has(slug)) return freeSlug(slug, taken);
  const highest = await db.row(highestNumber, organizationId, slug);
  const number = (highest?.number ?? 1) + 1;
  return `${slug}-${number > LAST_NUMBER ? randomBytes(RANDOM_BYTES).toString('hex') : number}`;
}
