import { z } from 'zod';
import type { Caller } from '../../base/caller.ts';
import { eachInTurns } from '../../base/long-work.ts';
import { read } from '../../base/operation.ts';
import type { AccountChoice } from '../../ports/ad-platform.ts';
import { type Holder, holdersOf } from '../account-claim.store.ts';
import { listAdAccounts } from '../ad-account.store.ts';
import { accountsOf, ownConnections } from '../ad-connection.store.ts';

/** The ad accounts that the caller's own logins reach, as of when they were connected. */
export const listAdAccountsToChoose = read({
  name: 'list_ad_accounts_to_choose',
  summary: 'List the ad accounts that you can select',
  description:
    'Lists the ad accounts that the logins reach which you connected here yourself. An account opened since then appears once its login is connected again. One that another organization holds cannot be selected before an Owner there gives it up.',
  rest: 'GET /organizations/{org}/ad-accounts/choices',
  tool: null,
  scope: 'campaigns:write',
  audience: 'dashboard',
  weight: 'long',
  input: z.strictObject({}),
  output: z.object({
    accounts: z.array(
      z.object({
        account_id: z.string(),
        name: z.string(),
        currency: z.string(),
        time_zone: z.string(),
        connection_id: z.string(),
        login: z.string(),
        selected: z.boolean(),
        held: z.enum(['here', 'elsewhere']).nullable().describe('Whose account it is; null while it is nobody’s.'),
        holder: z.string().nullable().describe('The organization that holds it, where you are a member of it.'),
      }),
    ),
  }),

  async run(_, context) {
    const { caller, organizationId, db } = context;
    const [connections, linked] = await Promise.all([
      ownConnections(context, caller.personId),
      listAdAccounts(context),
    ]);
    // An account whose login was disconnected has to be selected anew, although it is remembered as the last one.
    const selected = linked.find((account) => account.selected && account.status !== 'not_linked')?.id;
    const choices = new Map<string, AccountChoice & { id: string; login: string }>();
    for (const { id, login } of connections) {
      // An account that several logins reach is offered once, through the login connected last.
      const unknown = (await accountsOf(context, id)).filter(({ customerId }) => !choices.has(customerId));
      for (const account of unknown) choices.set(account.customerId, { id, login, ...account });
    }
    const holders = await holdersOf(db, [...choices.keys()]);
    return {
      accounts: await eachInTurns([...choices.values()], ({ id, login, customerId, name, currency, timeZone }) => ({
        account_id: customerId,
        name,
        currency,
        time_zone: timeZone,
        connection_id: id,
        login,
        selected: customerId === selected,
        ...holding(holders.get(customerId), organizationId, caller),
      })),
    };
  },
});

/** Of an account held elsewhere only members of that organization learn where. */
function holding(holder: Holder | undefined, organizationId: number, { organizations }: Caller) {
  if (!holder) return { held: null, holder: null };
  const isMember = organizations.get(holder.slug)?.access === 'membership';
  const held: 'here' | 'elsewhere' = holder.organization_id === organizationId ? 'here' : 'elsewhere';
  return { held, holder: isMember ? holder.slug : null };
}
