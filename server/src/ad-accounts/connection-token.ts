import type { Services, Tenancy } from '../base/context.ts';
import { type AdConnectionRow, resealConnection } from './ad-connection.store.ts';

/** Opens the stored token of a login, and puts it under the current key where that has changed. */
export async function tokenOf(
  access: Pick<Services, 'tokenVault'> & Tenancy,
  connection: Pick<AdConnectionRow, 'id' | 'login' | 'sealed_token'>,
): Promise<string> {
  const { tokenVault, organizationId } = access;
  const owner = { organizationId: String(organizationId), login: connection.login };
  const refreshToken = tokenVault.open({ ...owner, sealed: connection.sealed_token });
  if (tokenVault.isOutdated(connection.sealed_token)) {
    const sealed = tokenVault.seal({ ...owner, refreshToken });
    if (await resealConnection(access, connection, sealed)) connection.sealed_token = sealed;
  }
  return refreshToken;
}
