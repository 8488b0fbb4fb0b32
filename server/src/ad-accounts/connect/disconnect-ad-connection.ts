import { z } from 'zod';
import { notFound } from '../../base/errors.ts';
import { directWrite } from '../../base/operation.ts';
import { unlinkAccounts } from '../ad-account.store.ts';
import { lockConnection, removeConnection } from '../ad-connection.store.ts';
import { revokeUnlessUsed } from '../connection-end.ts';
import { managerHeld } from './connect-flow.ts';

/** Forgets a connected login and ends its grant at the platform; its accounts are no longer linked. */
export const disconnectAdConnection = directWrite({
  name: 'disconnect_ad_connection',
  summary: 'Disconnect a login',
  description:
    'Forgets the login at once and ends its access at the ad platform. Campaigns go on running there; nothing of them is synced or changed from here any more. An admin disconnects their own login, an Owner any.',
  rest: 'DELETE /organizations/{org}/ad-connections/{connection_id}',
  tool: null,
  scope: 'campaigns:write',
  audience: 'dashboard',
  changes: ['ad_accounts'],
  hints: { destructive: true, idempotent: true, openWorld: true },
  heldByApprovals: false,
  spendsQuota: false,
  input: z.strictObject({ connection_id: z.string().max(100) }),
  output: z.object({ disconnected: z.literal(true) }),

  run: ({ connection_id }, context) =>
    context.database.transaction(async (db) => {
      const { organizationId, caller } = context;
      const tenancy = { organizationId, db };
      const role = await managerHeld(context, tenancy);
      const connection = await lockConnection(tenancy, connection_id);
      const mayEnd = role === 'owner' || connection?.owner_id === caller.personId;
      if (!connection || !mayEnd) throw notFound('That connection');
      await removeConnection(tenancy, connection_id);
      await unlinkAccounts(tenancy, connection_id);
      await revokeUnlessUsed(context, db, connection);
      return { disconnected: true as const };
    }),
});
