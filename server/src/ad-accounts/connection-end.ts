import type { Services, Tenancy } from '../base/context.ts';
import type { Queryable } from '../base/database.ts';
import { ownerEmails } from '../identity/membership.store.ts';
import { queueEmail } from '../mail/send-email.task.ts';
import { type AdAccountRow, makeAccountsWait, makeAccountWait } from './ad-account.store.ts';
import {
  type AdConnectionRow,
  breakConnection,
  forgetToken,
  isConnectedAnywhere,
  lockConnection,
} from './ad-connection.store.ts';
import { brokenConnectionEmail, type Ending, lostAccountEmail } from './connection-email.ts';

type Access = Services & Pick<Tenancy, 'organizationId'>;

/** The type of the task that ends a login's grant at the platform. */
export const REVOKE_AD_LOGIN = 'revoke_ad_login';

/** Leaves noted that the platform no longer takes a login; whoever connected it again meanwhile is not disturbed. */
export async function noteBreakage(access: Access, connection: AdConnectionRow): Promise<void> {
  const { database, organizationId, clock } = access;
  await database.transaction(async (db) => {
    const tenancy = { organizationId, db };
    const login = await breakConnection(tenancy, connection, new Date(clock.now()));
    if (login !== undefined) await tellOwners(access, db, { ...connection, login }, 'revoked');
  });
}

/** Leaves noted that a login, which works otherwise, no longer reaches one account. */
export async function noteLoss(access: Access, { id, name }: AdAccountRow, connection: AdConnectionRow): Promise<void> {
  const { database, organizationId, config } = access;
  await database.transaction(async (db) => {
    const tenancy = { organizationId, db };
    if (!(await makeAccountWait(tenancy, id, connection))) return;
    const about = { login: connection.login, account: `${name} (${id})`, appUrl: config.appUrl };
    for (const to of await ownerEmails(tenancy)) await queueEmail(access, tenancy, lostAccountEmail({ to, ...about }));
  });
}

/** A login that was somebody's when it was looked at. */
type OwnedLogin = Pick<AdConnectionRow, 'id' | 'owner_id'>;

/**
 * Ends an organization's use of a login, because its owner left or took it back: the connection is broken like one that
 * was revoked, and its token is forgotten. Ending it again changes nothing, nor does it where somebody else has connected
 * the login meanwhile.
 */
export function endUse(access: Access, login: OwnedLogin, why: Exclude<Ending, 'revoked'>): Promise<void> {
  return access.database.transaction((db) => endUseIn(access, db, login, why));
}

/** The same inside a transaction. */
export async function endUseIn(
  access: Access,
  db: Queryable,
  { id, owner_id }: OwnedLogin,
  why: Exclude<Ending, 'revoked'>,
): Promise<void> {
  const tenancy = { organizationId: access.organizationId, db };
  const connection = await lockConnection(tenancy, id);
  if (connection?.owner_id !== owner_id || connection.sealed_token === '') return;
  await forgetToken(tenancy, id, new Date(access.clock.now()));
  if (connection.status === 'working') await tellOwners(access, db, connection, why);
  await revokeUnlessUsed(access, db, connection);
}

/** The platform ends a login's grant as a whole: another organization that uses it would be cut off too. */
export async function revokeUnlessUsed(
  { tasks, organizationId }: Access,
  db: Queryable,
  { login, sealed_token }: Pick<AdConnectionRow, 'login' | 'sealed_token'>,
): Promise<void> {
  if (sealed_token === '' || (await isConnectedAnywhere(db, login))) return;
  await tasks.enqueue(db, { organizationId, type: REVOKE_AD_LOGIN, payload: { login, sealed_token } });
}

/** The accounts behind a login that broke wait, and the Owners are told, once for each breakage. */
async function tellOwners(
  access: Access,
  db: Queryable,
  { id, login }: Pick<AdConnectionRow, 'id' | 'login'>,
  why: Ending,
): Promise<void> {
  const tenancy = { organizationId: access.organizationId, db };
  if ((await makeAccountsWait(tenancy, id)) === 0) return;
  for (const to of await ownerEmails(tenancy)) {
    await queueEmail(access, tenancy, brokenConnectionEmail({ to, login, why, appUrl: access.config.appUrl }));
  }
}
