import { z } from 'zod';
import { read } from '../../base/operation.ts';
import { timestamp } from '../../base/schemas.ts';
import { roleName } from '../member.ts';
import { listInvitations as openInvitations } from './invitation.store.ts';

/** Lists whom the organization has invited; whether anybody has an account with an address is not told. */
export const listInvitations = read({
  name: 'list_invitations',
  summary: 'List invitations',
  description: 'Lists the open invitations of the organization, newest first.',
  rest: 'GET /organizations/{org}/invitations',
  tool: null,
  scope: null,
  ownersOnly: true,
  audience: 'dashboard',
  input: z.strictObject({}),
  output: z.object({
    invitations: z.array(
      z.object({
        id: z.string(),
        email: z.string(),
        role: roleName,
        invited_by: z.string().describe('The email address of the Owner who sent it.'),
        created_at: timestamp,
        expires_at: timestamp,
      }),
    ),
  }),

  async run(_, context) {
    const rows = await openInvitations(context, new Date(context.clock.now()));
    return { invitations: rows.map(({ inviter_email, ...row }) => ({ ...row, invited_by: inviter_email })) };
  },
});
