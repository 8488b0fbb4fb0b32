import type { Services, Tenancy } from '../base/context.ts';
import { ownerEmails } from '../identity/membership.store.ts';
import { queueEmail } from '../mail/send-email.task.ts';
import { type AdAccount, AdPlatformError, type CallOptions } from '../ports/ad-platform.ts';
import {
  type AdAccountRow,
  findAdAccount,
  makeAccountsWait,
  makeAccountWait,
  relinkAccounts,
} from './ad-account.store.ts';
import { type AdConnectionRow, breakConnection, findConnection, resealConnection } from './ad-connection.store.ts';
import { brokenConnectionEmail, lostAccountEmail } from './connection-email.ts';

type Access = Services & Tenancy;

/**
 * Works on a linked account. Whoever finds that the login behind it was revoked leaves that noted: the connection is
 * broken, its accounts wait, and the Owners are told, once for each breakage. Where the login has only lost this account,
 * this one waits, until it is found to work again. The error goes on either way.
 */
export async function withAdAccount<T>(
  access: Access,
  accountId: string,
  options: CallOptions,
  work: (platform: AdAccount, account: AdAccountRow) => Promise<T>,
): Promise<T> {
  const { account, connection } = await linkOf(access, accountId);
  const link = {
    customerId: account.id,
    loginCustomerId: account.login_customer_id,
    connectionId: connection.id,
    refreshToken: await tokenOf(access, connection),
  };
  try {
    const done = await work(access.adPlatform.account(link, options), account);
    if (account.status === 'pending') await relinkAccounts(access, connection.id, [account.id]);
    return done;
  } catch (error) {
    if (isBroken(error))
      await (error.onlyThisAccount ? noteLoss(access, account, connection) : noteBreakage(access, connection));
    throw error;
  }
}

async function linkOf(
  access: Access,
  accountId: string,
): Promise<{ account: AdAccountRow; connection: AdConnectionRow }> {
  const account = await findAdAccount(access, accountId);
  const connection = account?.connection_id ? await findConnection(access, account.connection_id) : undefined;
  if (!account || !connection || account.status === 'not_linked') {
    throw new AdPlatformError('setup_required', 'The ad account is not linked. Connect it in the dashboard first.');
  }
  if (connection.status === 'broken') {
    throw new AdPlatformError(
      'google_ads_connection_broken',
      'The Google login behind the ad account no longer works. Its owner has to reconnect it in the dashboard.',
    );
  }
  return { account, connection };
}

/** Opens the stored token, and puts it under the current key where that has changed. */
async function tokenOf(access: Access, connection: AdConnectionRow): Promise<string> {
  const { tokenVault, organizationId } = access;
  const owner = { organizationId: String(organizationId), login: connection.login };
  const refreshToken = tokenVault.open({ ...owner, sealed: connection.sealed_token });
  if (tokenVault.isOutdated(connection.sealed_token)) {
    const sealed = tokenVault.seal({ ...owner, refreshToken });
    if (await resealConnection(access, connection, sealed)) connection.sealed_token = sealed;
  }
  return refreshToken;
}

function isBroken(error: unknown): error is AdPlatformError {
  return error instanceof AdPlatformError && error.reason === 'google_ads_connection_broken';
}

async function noteBreakage(access: Access, connection: AdConnectionRow): Promise<void> {
  const { database, organizationId, clock, config } = access;
  await database.transaction(async (db) => {
    const tenancy = { organizationId, db };
    const login = await breakConnection(tenancy, connection, new Date(clock.now()));
    if (login === undefined) return;
    await makeAccountsWait(tenancy, connection.id);
    for (const to of await ownerEmails(tenancy)) {
      await queueEmail(access, db, brokenConnectionEmail({ to, login, appUrl: config.appUrl }));
    }
  });
}

async function noteLoss(access: Access, { id, name }: AdAccountRow, connection: AdConnectionRow): Promise<void> {
  const { database, organizationId, config } = access;
  await database.transaction(async (db) => {
    const tenancy = { organizationId, db };
    if (!(await makeAccountWait(tenancy, id, connection))) return;
    const about = { login: connection.login, account: `${name} (${id})`, appUrl: config.appUrl };
    for (const to of await ownerEmails(tenancy)) await queueEmail(access, db, lostAccountEmail({ to, ...about }));
  });
}
