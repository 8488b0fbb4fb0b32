import { z } from 'zod';
import { directWrite } from '../../base/operation.ts';
import { memberNamed, roleName } from '../member.ts';
import { insertMember } from '../membership.store.ts';
import { answerOwn, invitationId } from './invitation.ts';

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

  run: ({ invitation_id }, context) =>
    context.database.transaction(async (db) => {
      const accepted = await answerOwn(context, db, invitation_id, 'accepted');
      const tenancy = { organizationId: accepted.organization_id, db };
      const { personId } = context.caller;
      await insertMember(tenancy, { personId, role: accepted.role, createdAt: new Date(context.clock.now()) });
      const { role } = await memberNamed(tenancy, personId);
      return { organization: { slug: accepted.organization_slug, name: accepted.organization_name }, role };
    }),
});
