import type { Tenancy } from '../base/context.ts';
import { type Queryable, statement } from '../base/database.ts';

/** An organization that holds an account. */
export interface Holder {
  organization_id: number;
  slug: string;
}

const claim = statement<[account: string, organizationId: number, at: Date], { organization_id: number }>(`
  insert into ad_account_claim (account_id, organization_id, claimed_at) values ($1, $2, $3)
  on conflict (account_id) do update set organization_id = ad_account_claim.organization_id
  returning organization_id`);

/** Takes an account that nobody holds; false when another organization does. Of two that try at once, one gets it. */
export async function claimAccount({ db, organizationId }: Tenancy, accountId: string, at: Date): Promise<boolean> {
  return (await db.row(claim, accountId, organizationId, at))?.organization_id === organizationId;
}

const holders = statement<[accounts: string[]], Holder & { account_id: string }>(`
  select c.account_id, c.organization_id, o.slug
  from ad_account_claim c join organization o on o.id = c.organization_id
  where c.account_id = any($1)`);

/** Who holds these accounts; one that nobody holds is left out. */
export async function holdersOf(db: Queryable, accountIds: readonly string[]): Promise<Map<string, Holder>> {
  const rows = await db.rows(holders, [...accountIds]);
  return new Map(rows.map(({ account_id, ...holder }) => [account_id, holder]));
}

const release = statement<[account: string, organizationId: number], never>(
  'delete from ad_account_claim where account_id = $1 and organization_id = $2',
);

/** Gives an account up, so that another organization may claim it; false when it was not held here. */
export async function releaseClaim({ db, organizationId }: Tenancy, accountId: string): Promise<boolean> {
  return (await db.execute(release, accountId, organizationId)) > 0;
}
