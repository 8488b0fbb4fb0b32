import { z } from 'zod';
import { directWrite } from '../../base/operation.ts';
import { roleName } from '../member.ts';
import { acceptFor, invitationId } from './invitation.ts';

/** Makes the person invited a member; whoever is one already keeps the role held. */
export const acceptInvitation = directWrite({
  name: 'accept_invitation',
  summary: 'Accept an invitation',
  description: 'Makes you a member of the organization that invited you, with the role named.',
  rest: 'POST /invitations/{invitation_id}/accept',
  tool: null,
  scope: null,
  audience: 'dashboard',
  organization: 'caller',
  hints: { destructive: false, idempotent: false, openWorld: false },
  heldByApprovals: false,
  spendsQuota: false,
  input: z.strictObject({ invitation_id: invitationId }),
  output: z.object({ organization: z.object({ slug: z.string(), name: z.string() }), role: roleName }),

  run: ({ invitation_id: id }, context) =>
    context.database.transaction((db) => {
      const { email, personId } = context.caller;
      return acceptFor(context, db, { id, email, personId });
    }),
});
