import { z } from 'zod';
import { directWrite } from '../../base/operation.ts';
import { endSessionsBut } from '../sign-in/session.store.ts';

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

  run: (_, { caller, database, clock }) =>
    database.transaction(async (db) => ({
      ended: caller.session ? await endSessionsBut(db, caller.personId, caller.session.hash, new Date(clock.now())) : 0,
    })),
});
