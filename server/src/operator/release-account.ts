import { z } from 'zod';
import { releaseClaim } from '../ad-accounts/account-claim.store.ts';
import { unlinkAccount } from '../ad-accounts/ad-account.store.ts';
import { CommandRefused, operatorCommand } from './command.ts';
import { organizationOf } from './lookups.ts';
import { slug } from './options.ts';

/** Frees an ad account whose organization nobody can be reached in any more, so that another may select it. */
export const releaseAccount = operatorCommand({
  name: 'release-account',
  usage: '--slug <slug> --account <id>',
  input: z.strictObject({ slug, account: z.string().regex(/^\d{1,20}$/, 'must be the number of an ad account') }),

  async run({ slug, account }, context) {
    const tenancy = { organizationId: await organizationOf(context, slug), db: context.db };
    if (!(await releaseClaim(tenancy, account)))
      throw new CommandRefused(`${slug} does not hold the account ${account}`);
    await unlinkAccount(tenancy, account);
    return `${slug} no longer holds the account ${account}; its campaigns go on running in the ad platform.`;
  },
});
