import { z } from 'zod';
import { directWrite, WithHeaders } from '../../base/operation.ts';
import { keepOnlyThis } from '../sign-in/session.ts';

/** Signs the person out everywhere else. */
export const endOtherSessions = directWrite({
  name: 'end_other_sessions',
  summary: 'End all other sessions',
  description: 'Ends every session of yours but the one that asks.',
  rest: 'POST /sessions/end-others',
  tool: null,
  scope: null,
  audience: 'dashboard',
  organization: 'caller',
  hints: { destructive: true, idempotent: true, openWorld: false },
  heldByApprovals: false,
  spendsQuota: false,
  endsAccess: true,
  input: z.strictObject({}),
  output: z.object({ ended: z.int() }),

  run: (_, context) =>
    context.database.transaction(async (db) => {
      const { ended, headers } = await keepOnlyThis(context, db);
      return new WithHeaders({ ended }, headers);
    }),
});
