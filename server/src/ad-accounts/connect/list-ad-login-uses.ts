import { z } from 'zod';
import { read } from '../../base/operation.ts';
import { timestamp } from '../../base/schemas.ts';
import { accountsOfUses, organizationNames, usesOfPerson } from './login-use.store.ts';

/** Shows a person where the logins that they connected are used. */
export const listAdLoginUses = read({
  name: 'list_ad_login_uses',
  summary: 'List where your logins are used',
  description:
    'Lists every organization that uses a login at the ad platform which you connected, also one that you have left, with the ad accounts linked through it.',
  rest: 'GET /ad-logins',
  tool: null,
  scope: null,
  organization: 'caller',
  audience: 'dashboard',
  input: z.strictObject({}),
  output: z.object({
    uses: z.array(
      z.object({
        connection_id: z.string(),
        login: z.string(),
        organization: z.object({ slug: z.string(), name: z.string() }),
        status: z.enum(['working', 'broken']),
        connected_at: timestamp,
        accounts: z.array(z.string()).describe('The ad accounts linked through it.'),
      }),
    ),
  }),

  async run(_, { caller, database }) {
    const found = await usesOfPerson(database, caller.personId);
    const [accounts, organizations] = await Promise.all([
      accountsOfUses(database, found),
      organizationNames(database, found),
    ]);
    return {
      uses: found.flatMap(({ organization_id, connection_id, login, status, connected_at }) => {
        const organization = organizations.get(organization_id);
        const linked = accounts.get(connection_id) ?? [];
        return organization ? [{ connection_id, login, organization, status, connected_at, accounts: linked }] : [];
      }),
    };
  },
});
