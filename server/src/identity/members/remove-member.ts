import { z } from 'zod';
import { directWrite } from '../../base/operation.ts';
import { keepAnOwner, memberId, memberNamed } from '../member.ts';
import { ownersHeld } from '../standing.ts';
import { endMembership } from './departure.ts';

/** Lets an Owner remove a member, who loses tokens and keys here at once. */
export const removeMember = directWrite({
  name: 'remove_member',
  summary: 'Remove a member',
  description:
    'Removes a person from the organization. Keys and connected apps of that person stop working here at once, and ad accounts linked through a login of theirs have to be connected again.',
  rest: 'DELETE /organizations/{org}/members/{person_id}',
  tool: null,
  scope: null,
  ownersOnly: true,
  audience: 'dashboard',
  changes: ['members'],
  hints: { destructive: true, idempotent: true, openWorld: false },
  heldByApprovals: false,
  spendsQuota: false,
  endsAccess: true,
  input: z.strictObject({ person_id: memberId }),
  output: z.object({ removed: z.literal(true) }),

  run: ({ person_id }, context) =>
    context.database.transaction(async (db) => {
      const owners = await ownersHeld(context, db);
      const tenancy = { organizationId: context.organizationId, db };
      const member = await memberNamed(tenancy, person_id);
      keepAnOwner(owners, person_id, 'person_id');
      await endMembership(context, tenancy, member);
      return { removed: true as const };
    }),
});
