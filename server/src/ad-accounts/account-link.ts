import type { Services, Tenancy } from '../base/context.ts';
import { findMember } from '../identity/membership.store.ts';
import { AdPlatformError } from '../ports/ad-platform.ts';
import { holdersOf } from './account-claim.store.ts';
import { type AdAccountRow, findAdAccount } from './ad-account.store.ts';
import { type AdConnectionRow, findConnection } from './ad-connection.store.ts';
import { endUse } from './connection-end.ts';

/** An account that the organization holds, with the working login that it is reached through. */
export interface AccountLink {
  account: AdAccountRow;
  connection: AdConnectionRow;
}

/** What stands between an organization and an account. */
type Gap =
  | { because: 'not_linked' | 'held_elsewhere' | 'broken' }
  /** The login works, but whoever connected it is not a member any more: nobody here may use it. */
  | { because: 'owner_left'; connection: AdConnectionRow };

/**
 * The link through which an account is reached, looked at anew each time. An account that another organization holds is
 * out of reach whatever our own rows say. A login whose owner has left ends here at the latest, however they left.
 */
export async function openLink(access: Services & Tenancy, accountId: string): Promise<AccountLink> {
  const found = await linkOf(access, accountId);
  if (!('because' in found)) return found;
  if (found.because === 'owner_left') await endUse(access, found.connection, 'left');
  throw unreachable(found);
}

/** Why an account is out of reach; undefined where it can be asked. */
export async function whyUnreachable(tenancy: Tenancy, accountId: string): Promise<AdPlatformError | undefined> {
  const found = await linkOf(tenancy, accountId);
  return 'because' in found ? unreachable(found) : undefined;
}

/** Whether the organization gave an account up: unless it is selected anew, nobody here will read it again. */
export async function isGivenUp(tenancy: Tenancy, accountId: string): Promise<boolean> {
  const holder = (await holdersOf(tenancy.db, [accountId])).get(accountId);
  if (holder?.organization_id === tenancy.organizationId) return false;
  return ((await findAdAccount(tenancy, accountId))?.status ?? 'not_linked') === 'not_linked';
}

/**
 * Whether a person can access an account: they may act in the organization that holds it, and its connection works. An
 * account that its login was once refused waits until it is tried again; what must be tried at once does not wait with it.
 */
export async function canAccess(
  tenancy: Tenancy,
  accountId: string | null,
  personId: number,
  { atOnce = false } = {},
): Promise<boolean> {
  const found = accountId === null ? undefined : await linkOf(tenancy, accountId);
  if (found === undefined || 'because' in found) return false;
  if (found.account.status !== 'linked' && !atOnce) return false;
  return (await findMember(tenancy, personId)) !== undefined;
}

async function linkOf(tenancy: Tenancy, accountId: string): Promise<AccountLink | Gap> {
  const account = await findAdAccount(tenancy, accountId);
  const connection = account?.connection_id ? await findConnection(tenancy, account.connection_id) : undefined;
  if (!account || !connection || account.status === 'not_linked') return { because: 'not_linked' };
  const holder = (await holdersOf(tenancy.db, [accountId])).get(accountId);
  if (holder && holder.organization_id !== tenancy.organizationId) return { because: 'held_elsewhere' };
  if (connection.status === 'broken') return { because: 'broken' };
  if (await findMember(tenancy, connection.owner_id)) return { account, connection };
  return { because: 'owner_left', connection };
}

function unreachable({ because }: Gap): AdPlatformError {
  switch (because) {
    case 'not_linked':
      return new AdPlatformError('setup_required', 'The ad account is not linked. Connect it in the dashboard first.');
    case 'held_elsewhere':
      return new AdPlatformError('setup_required', 'The ad account belongs to another organization.');
    case 'broken':
      return new AdPlatformError(
        'google_ads_connection_broken',
        'The Google login behind the ad account no longer works. Its owner has to reconnect it in the dashboard.',
      );
    case 'owner_left':
      return new AdPlatformError(
        'google_ads_connection_broken',
        'The owner of the Google login behind the ad account has left the organization. Somebody who can reach the account has to reconnect it in the dashboard.',
      );
  }
}
