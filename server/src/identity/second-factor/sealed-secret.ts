import type { Services } from '../../base/context.ts';
import type { Queryable } from '../../base/database.ts';
import { findSecret, resealSecret } from './second-factor.store.ts';

/** For how long a secret that was shown can be confirmed. */
export const CONFIRMED_WITHIN_MS = 30 * 60_000;

type Vault = Pick<Services, 'tokenVault'>;

/** A secret as it is kept, and opened. */
export interface OpenedSecret {
  secret: Buffer;
  sealed: string;
  begunAt: string;
}

/** Seals a secret for one person: copied to another's row it does not open. */
export function sealSecret({ tokenVault }: Vault, personId: number, secret: Buffer): string {
  return tokenVault.seal({ ...ownerOf(personId), refreshToken: secret.toString('base64url') });
}

/** Opens the secret of a person, and puts it under the current master key where that has changed. */
export async function openSecret(
  { tokenVault }: Vault,
  db: Queryable,
  personId: number,
): Promise<OpenedSecret | undefined> {
  const row = await findSecret(db, personId);
  if (!row) return undefined;
  const { sealed_secret: sealed, begun_at: begunAt } = row;
  const secret = Buffer.from(tokenVault.open({ ...ownerOf(personId), sealed }), 'base64url');
  if (!tokenVault.isOutdated(sealed)) return { secret, sealed, begunAt };
  const anew = sealSecret({ tokenVault }, personId, secret);
  return { secret, sealed: (await resealSecret(db, personId, sealed, anew)) ? anew : sealed, begunAt };
}

/** It belongs to a person and to no organization: no login of an organization has such an owner. */
function ownerOf(personId: number): { organizationId: string; login: string } {
  return { organizationId: '', login: `second factor of person ${personId}` };
}
