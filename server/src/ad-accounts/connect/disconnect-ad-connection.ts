import { z } from 'zod';
import { notFound } from '../../base/errors.ts';
import { directWrite } from '../../base/operation.ts';
import { unlinkAccounts } from '../ad-account.store.ts';
import { isConnectedAnywhere, removeConnection } from '../ad-connection.store.ts';
import { managerHeld } from './connect-flow.ts';
import { revokeAdLogin } from './revoke-ad-login.task.ts';

/** Forgets a connected login and ends its grant at the platform; its accounts are no longer linked. */
export const disconnectAdConnection = directWrite({
  name: 'disconnect_ad_connection',
  summary: 'Disconnect a login',
  description:
    'Forgets the login at once and ends its access at the ad platform. Campaigns go on running there; nothing of them is synced or changed from here any more.',
  rest: 'DELETE /organizations/{org}/ad-connections/{connection_id}',
  tool: null,
  scope: 'campaigns:write',
  audience: 'dashboard',
  hints: { destructive: true, idempotent: true, openWorld: true },
  heldByApprovals: false,
  spendsQuota: false,
  input: z.strictObject({ connection_id: z.string().max(100) }),
  output: z.object({ disconnected: z.literal(true) }),

  run: ({ connection_id }, context) =>
    context.database.transaction(async (db) => {
      const { organizationId, tasks, caller } = context;
      const tenancy = { organizationId, db };
      await managerHeld(context, tenancy);
      const removed = await removeConnection(tenancy, connection_id);
      if (!removed) throw notFound('That connection');
      await unlinkAccounts(tenancy, connection_id);
      // The platform ends a login's grant as a whole: another organization that uses it would be cut off too.
      if (!(await isConnectedAnywhere(db, removed.login))) {
        await tasks.enqueue(db, {
          organizationId,
          type: revokeAdLogin.type,
          payload: { ...removed },
          requestedBy: { personId: caller.personId },
        });
      }
      return { disconnected: true as const };
    }),
});
