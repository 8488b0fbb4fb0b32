import { z } from 'zod';
import { directWrite } from '../../base/operation.ts';
import { timestamp } from '../../base/schemas.ts';
import { invite } from '../invitations/invitation.ts';
import { emailAddress, roleName } from '../member.ts';
import { ownersHeld } from '../standing.ts';

/** Mail is sent there: one address and nothing else. */
const invitedAddress = emailAddress.pipe(z.email('must be an email address'));

/** Lets an Owner invite a person, who becomes a member by accepting. */
export const addMember = directWrite({
  name: 'add_member',
  summary: 'Invite a member',
  description:
    'Invites the person with this email address, who has seven days to accept in the dashboard. The answer is the same whether or not anybody has an account with the address.',
  rest: 'POST /organizations/{org}/members',
  tool: null,
  scope: null,
  ownersOnly: true,
  audience: 'dashboard',
  changes: ['members'],
  hints: { destructive: false, idempotent: false, openWorld: true },
  status: 202,
  heldByApprovals: false,
  spendsQuota: false,
  input: z.strictObject({ email: invitedAddress, role: roleName }),
  output: z.object({ email: z.string(), role: roleName, expires_at: timestamp }),

  run: (input, context) =>
    context.database.transaction(async (db) => {
      await ownersHeld(context, db);
      return invite(context, db, input);
    }),
});
