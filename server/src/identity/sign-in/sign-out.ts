import { z } from 'zod';
import { directWrite, WithHeaders } from '../../base/operation.ts';
import { closeSession } from './session.store.ts';
import { forgottenCookie } from './session.ts';

/** Ends the dashboard session that asks for it. */
export const signOut = directWrite({
  name: 'sign_out',
  summary: 'Sign out',
  description: 'Ends this session at once.',
  rest: 'POST /sign-out',
  tool: null,
  scope: null,
  audience: 'dashboard',
  organization: 'caller',
  hints: { destructive: false, idempotent: true, openWorld: false },
  heldByApprovals: false,
  spendsQuota: false,
  endsAccess: true,
  input: z.strictObject({}),
  output: z.object({ signed_out: z.literal(true) }),

  async run(_, { caller, database, clock, config }) {
    const hash = caller.session?.hash;
    if (hash) await database.transaction((db) => closeSession(db, hash, new Date(clock.now())));
    return new WithHeaders({ signed_out: true }, { 'set-cookie': forgottenCookie(config) });
  },
});
