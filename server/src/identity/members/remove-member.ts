import { z } from 'zod';
import { directWrite } from '../../base/operation.ts';
import { revokeInvitationsTo } from '../invitations/invitation.store.ts';
import { revokeKeysOf } from '../keys/api-key.store.ts';
import { keepAnOwner, memberId, memberNamed } from '../member.ts';
import { deleteMember } from '../membership.store.ts';
import { ownersHeld } from '../standing.ts';

/** Lets an Owner remove a member, who loses tokens and keys here at once. */
export const removeMember = directWrite({
  name: 'remove_member',
  summary: 'Remove a member',
  description:
    'Removes a person from the organization. Keys and connected apps of that person stop working here at once.',
  rest: 'DELETE /organizations/{org}/members/{person_id}',
  tool: null,
  scope: null,
  ownersOnly: true,
  audience: 'dashboard',
  hints: { destructive: true, idempotent: true, openWorld: false },
  heldByApprovals: false,
  spendsQuota: false,
  input: z.strictObject({ person_id: memberId }),
  output: z.object({ removed: z.literal(true) }),

  run: ({ person_id }, context) =>
    context.database.transaction(async (db) => {
      const owners = await ownersHeld(context, db);
      const tenancy = { organizationId: context.organizationId, db };
      const { email } = await memberNamed(tenancy, person_id);
      keepAnOwner(owners, person_id, 'person_id');
      await deleteMember(tenancy, person_id);
      await revokeKeysOf(tenancy, person_id, new Date(context.clock.now()));
      await revokeInvitationsTo(tenancy, email);
      return { removed: true as const };
    }),
});
