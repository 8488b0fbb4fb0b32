import { z } from 'zod';
import { invalid } from '../../base/errors.ts';
import { directWrite } from '../../base/operation.ts';
import { emailAddress, memberNamed, memberOf, memberView, roleName } from '../member.ts';
import { insertMember } from '../membership.store.ts';
import { findPersonByEmail } from '../person.store.ts';
import { ownersHeld } from '../standing.ts';

/** Lets an Owner add a person who already has an account. */
export const addMember = directWrite({
  name: 'add_member',
  summary: 'Add a member',
  description: 'Adds a person who already has an account to the organization.',
  rest: 'POST /organizations/{org}/members',
  tool: null,
  scope: null,
  ownersOnly: true,
  audience: 'dashboard',
  hints: { destructive: false, idempotent: false, openWorld: false },
  status: 201,
  heldByApprovals: false,
  spendsQuota: false,
  input: z.strictObject({ email: emailAddress, role: roleName }),
  output: memberView,

  run: ({ email, role }, context) =>
    context.database.transaction(async (db) => {
      await ownersHeld(context, db);
      const tenancy = { organizationId: context.organizationId, db };
      const person = await findPersonByEmail(db, email);
      if (!person) throw invalid([{ path: 'email', message: 'nobody has an account with this address' }]);
      const createdAt = new Date(context.clock.now());
      if (!(await insertMember(tenancy, { personId: person.id, role, createdAt }))) {
        throw invalid([{ path: 'email', message: 'this person is a member already' }]);
      }
      return memberOf(await memberNamed(tenancy, person.id));
    }),
});
