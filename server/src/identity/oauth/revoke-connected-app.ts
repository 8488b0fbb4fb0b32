import { z } from 'zod';
import { notFound } from '../../base/errors.ts';
import { directWrite } from '../../base/operation.ts';
import { deleteConnection } from './connection.store.ts';

/** Ends a connection whatever is live in it: the app's next request is refused. */
export const revokeConnectedApp = directWrite({
  name: 'revoke_connected_app',
  summary: 'Disconnect an app',
  description: 'Ends every session of the app at once; it must be connected again to act for the person.',
  rest: 'DELETE /connected-apps/{app_id}',
  tool: null,
  scope: null,
  audience: 'dashboard',
  organization: 'caller',
  hints: { destructive: true, idempotent: true, openWorld: false },
  heldByApprovals: false,
  spendsQuota: false,
  endsAccess: true,
  input: z.strictObject({ app_id: z.string().max(64) }),
  output: z.object({ revoked: z.literal(true) }),

  async run({ app_id }, { caller, database }) {
    const ended = await database.transaction((db) => deleteConnection(db, caller.personId, app_id));
    if (!ended) throw notFound('The connected app');
    return { revoked: true } as const;
  },
});
