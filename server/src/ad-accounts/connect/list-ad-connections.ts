import { z } from 'zod';
import { read } from '../../base/operation.ts';
import { timestamp } from '../../base/schemas.ts';
import { listAdAccounts } from '../ad-account.store.ts';
import { listConnections } from '../ad-connection.store.ts';

/** The connected logins and the ad accounts, for the settings page. */
export const listAdConnections = read({
  name: 'list_ad_connections',
  summary: 'List connected logins and ad accounts',
  description: 'Lists the logins at the ad platform that were connected, and the ad accounts with their last sync.',
  rest: 'GET /organizations/{org}/ad-connections',
  tool: null,
  scope: 'organizations:read',
  audience: 'dashboard',
  input: z.strictObject({}),
  output: z.object({
    connections: z.array(
      z.object({
        id: z.string(),
        login: z.string(),
        status: z.enum(['working', 'broken']).describe('broken: it has to be connected again.'),
        connected_by: z.string().nullable(),
        mine: z.boolean().describe('Whether you connected it.'),
        connected_at: timestamp,
        broken_at: timestamp.nullable(),
      }),
    ),
    accounts: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        status: z
          .enum(['linked', 'pending', 'not_linked'])
          .describe(
            'pending: its login is broken or has lost it; not_linked: its login was disconnected, or it was given up.',
          ),
        selected: z.boolean().describe('New campaigns are made in this account.'),
        currency: z.string().nullable(),
        time_zone: z.string().nullable(),
        connection_id: z.string().nullable(),
        last_synced_at: timestamp.nullable(),
        latest_day: z.string().nullable(),
        too_large_since: timestamp
          .nullable()
          .describe('Since when it holds more keywords and ads than can be read at once; null where all can be.'),
      }),
    ),
  }),

  async run(_, context) {
    const [connections, accounts] = await Promise.all([listConnections(context), listAdAccounts(context)]);
    return {
      connections: connections.map(({ sealed_token: _sealed, owner_id, ...shown }) => ({
        ...shown,
        mine: owner_id === context.caller.personId,
      })),
      accounts: accounts.map((row) => ({
        id: row.id,
        name: row.name,
        status: row.status,
        selected: row.selected,
        currency: row.currency,
        time_zone: row.time_zone,
        connection_id: row.connection_id,
        last_synced_at: row.change_cursor,
        latest_day: row.latest_day,
        too_large_since: row.too_large_since,
      })),
    };
  },
});
