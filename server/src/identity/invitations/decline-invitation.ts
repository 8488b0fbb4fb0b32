import { z } from 'zod';
import { directWrite } from '../../base/operation.ts';
import { answerTo, invitationId } from './invitation.ts';

/** Turns an invitation down; nobody is told. */
export const declineInvitation = directWrite({
  name: 'decline_invitation',
  summary: 'Decline an invitation',
  description: 'Turns an invitation down. Nobody is told; to the Owners it waits until it runs out.',
  rest: 'POST /invitations/{invitation_id}/decline',
  tool: null,
  scope: null,
  audience: 'dashboard',
  organization: 'caller',
  hints: { destructive: true, idempotent: false, openWorld: false },
  heldByApprovals: false,
  spendsQuota: false,
  input: z.strictObject({ invitation_id: invitationId }),
  output: z.object({ declined: z.literal(true) }),

  run: ({ invitation_id }, context) =>
    context.database.transaction(async (db) => {
      await answerTo(context, db, { id: invitation_id, email: context.caller.email, state: 'declined' });
      return { declined: true as const };
    }),
});
