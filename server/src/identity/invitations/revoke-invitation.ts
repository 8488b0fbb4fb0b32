import { z } from 'zod';
import { notFound } from '../../base/errors.ts';
import { directWrite } from '../../base/operation.ts';
import { ownersHeld } from '../standing.ts';
import { revokeInvitation as revoke } from './invitation.store.ts';
import { invitationId } from './invitation.ts';

/** Lets an Owner take an invitation back before it is accepted. */
export const revokeInvitation = directWrite({
  name: 'revoke_invitation',
  summary: 'Revoke an invitation',
  description: 'Takes back an invitation that was not accepted yet.',
  rest: 'DELETE /organizations/{org}/invitations/{invitation_id}',
  tool: null,
  scope: null,
  ownersOnly: true,
  audience: 'dashboard',
  changes: ['members'],
  hints: { destructive: true, idempotent: true, openWorld: false },
  heldByApprovals: false,
  spendsQuota: false,
  endsAccess: true,
  input: z.strictObject({ invitation_id: invitationId }),
  output: z.object({ revoked: z.literal(true) }),

  run: ({ invitation_id }, context) =>
    context.database.transaction(async (db) => {
      await ownersHeld(context, db);
      const tenancy = { organizationId: context.organizationId, db };
      if (!(await revoke(tenancy, invitation_id, new Date(context.clock.now())))) throw notFound('The invitation');
      return { revoked: true as const };
    }),
});
