import { z } from 'zod';
import { directWrite } from '../../base/operation.ts';
import { keepAnOwner, memberId, memberNamed, memberOf, memberView, roleName } from '../member.ts';
import { updateRole } from '../membership.store.ts';
import { ownersHeld } from '../standing.ts';

/** Lets an Owner give a member another role; keys that carry more than the new role stop working. */
export const changeMemberRole = directWrite({
  name: 'change_member_role',
  summary: 'Change the role of a member',
  description: 'Gives a member another role. Keys of that person which carry more than the role stop working at once.',
  rest: 'PUT /organizations/{org}/members/{person_id}',
  tool: null,
  scope: null,
  ownersOnly: true,
  audience: 'dashboard',
  changes: ['members'],
  hints: { destructive: true, idempotent: true, openWorld: false },
  heldByApprovals: false,
  spendsQuota: false,
  input: z.strictObject({ person_id: memberId, role: roleName }),
  output: memberView,

  run: ({ person_id, role }, context) =>
    context.database.transaction(async (db) => {
      const owners = await ownersHeld(context, db);
      const tenancy = { organizationId: context.organizationId, db };
      const member = await memberNamed(tenancy, person_id);
      if (role !== 'owner') keepAnOwner(owners, person_id, 'role');
      await updateRole(tenancy, person_id, role);
      return memberOf({ ...member, role });
    }),
});
