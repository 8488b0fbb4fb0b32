import { z } from 'zod';
import { read } from '../../base/operation.ts';
import { listAdAccounts } from '../ad-account.store.ts';
import { listConnections } from '../ad-connection.store.ts';

/** The ad accounts that the connected logins reach, as of when they were connected. */
export const listAdAccountsToChoose = read({
  name: 'list_ad_accounts_to_choose',
  summary: 'List the ad accounts that can be selected',
  description:
    'Lists the ad accounts that the connected logins reach. An account opened since then appears once its login is connected again.',
  rest: 'GET /organizations/{org}/ad-accounts/choices',
  tool: null,
  scope: 'campaigns:write',
  audience: 'dashboard',
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
      }),
    ),
  }),

  async run(_, context) {
    const [connections, linked] = await Promise.all([listConnections(context), listAdAccounts(context)]);
    // An account whose login was disconnected has to be selected anew, although it is remembered as the last one.
    const selected = linked.find((account) => account.selected && account.status !== 'not_linked')?.id;
    const working = connections.filter(({ status }) => status === 'working');
    const choices = working.flatMap(({ id, login, accounts }) =>
      accounts.map((account) => ({
        account_id: account.customerId,
        name: account.name,
        currency: account.currency,
        time_zone: account.timeZone,
        connection_id: id,
        login,
        selected: account.customerId === selected,
      })),
    );
    return { accounts: choices.filter(isFirstOfItsAccount) };
  },
});

/** An account that several logins reach is offered once, through the login connected last. */
function isFirstOfItsAccount<T extends { account_id: string }>(choice: T, index: number, all: readonly T[]): boolean {
  return all.findIndex(({ account_id }) => account_id === choice.account_id) === index;
}
