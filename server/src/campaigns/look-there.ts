import { withAdAccount } from '../ad-accounts/account-access.ts';
import type { Services, Tenancy } from '../base/context.ts';
import { type AdAccount, AdPlatformError } from '../ports/ad-platform.ts';

/** Somebody waits for the answer: a platform that is silent for so long cannot be read. */
const LONGEST_LOOK_MS = 10_000;

/** Whose account is looked at. */
export type Looking = Services & Pick<Tenancy, 'organizationId'>;

/** Looks at the platform before a change is made, outside any transaction; undefined if it cannot be read. */
export async function lookThere<Found>(
  looking: Looking,
  accountId: string,
  look: (account: AdAccount) => Promise<Found>,
  { forChange = true }: { forChange?: boolean } = {},
): Promise<{ found: Found } | undefined> {
  const access = { ...looking, db: looking.database };
  const options = { forChange, signal: AbortSignal.timeout(LONGEST_LOOK_MS) };
  try {
    return { found: await withAdAccount(access, accountId, options, look) };
  } catch (error) {
    if (error instanceof AdPlatformError) return undefined;
    throw error;
  }
}
