import { z } from 'zod';
import { notFound, Refusal } from '../../base/errors.ts';
import { directWrite } from '../../base/operation.ts';
import { AdPlatformError } from '../../ports/ad-platform.ts';
import { findConnection } from '../ad-connection.store.ts';
import { beginConnecting, managerHeld } from './connect-flow.ts';

/** Sends a person to the ad platform to connect a login there. */
export const startAdConnection = directWrite({
  name: 'start_ad_connection',
  summary: 'Connect a login at the ad platform',
  description:
    'Gives the address at the ad platform where the person allows access. It is good once, for ten minutes, in the same browser session.',
  rest: 'POST /organizations/{org}/ad-connections',
  tool: null,
  scope: 'campaigns:write',
  audience: 'dashboard',
  changes: ['ad_accounts'],
  hints: { destructive: false, idempotent: false, openWorld: false },
  heldByApprovals: false,
  spendsQuota: false,
  input: z.strictObject({
    connection_id: z.string().max(100).optional().describe('The connection of yours to be connected again.'),
  }),
  output: z.object({ authorize_url: z.string() }),

  run: ({ connection_id }, context) =>
    context.database.transaction(async (db) => {
      const { organizationId, caller } = context;
      await managerHeld(context, { organizationId, db });
      const known =
        connection_id === undefined ? undefined : await findConnection({ organizationId, db }, connection_id);
      if (connection_id !== undefined && known?.owner_id !== caller.personId) throw notFound('That connection');
      try {
        return { authorize_url: await beginConnecting({ ...context, db }, known?.login) };
      } catch (error) {
        if (error instanceof AdPlatformError) throw new Refusal('setup_required', error.message, { cause: error });
        throw error;
      }
    }),
});
