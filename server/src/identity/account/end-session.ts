import { z } from 'zod';
import { notFound } from '../../base/errors.ts';
import { directWrite } from '../../base/operation.ts';
import { endSessionOf } from '../sign-in/session.store.ts';

/** Signs the person out somewhere else. */
export const endSession = directWrite({
  name: 'end_session',
  summary: 'End a session',
  description: 'Ends one of your sessions at once.',
  rest: 'DELETE /sessions/{session_id}',
  tool: null,
  scope: null,
  audience: 'dashboard',
  organization: 'caller',
  hints: { destructive: true, idempotent: true, openWorld: false },
  heldByApprovals: false,
  spendsQuota: false,
  endsAccess: true,
  input: z.strictObject({ session_id: z.string().max(64) }),
  output: z.object({ ended: z.literal(true) }),

  async run({ session_id }, { caller, database, clock }) {
    const now = new Date(clock.now());
    const ended = await database.transaction((db) => endSessionOf(db, caller.personId, session_id, now));
    if (!ended) throw notFound('The session');
    return { ended: true } as const;
  },
});
