import { z } from 'zod';
import { read } from '../../base/operation.ts';
import { timestamp } from '../../base/schemas.ts';
import { roleName } from '../member.ts';
import { listInvitationsTo } from './invitation.store.ts';

/** Lists the invitations that wait for the person who is signed in. */
export const listMyInvitations = read({
  name: 'list_my_invitations',
  summary: 'List your invitations',
  description: 'Lists the invitations that wait for you to accept or decline them, newest first.',
  rest: 'GET /invitations',
  tool: null,
  scope: null,
  audience: 'dashboard',
  organization: 'caller',
  input: z.strictObject({}),
  output: z.object({
    invitations: z.array(
      z.object({
        id: z.string(),
        organization: z.string().describe('What the organization is called.'),
        role: roleName,
        invited_by: z.object({ email: z.string(), name: z.string() }),
        expires_at: timestamp,
      }),
    ),
  }),

  async run(_, { caller, clock, database }) {
    const rows = await listInvitationsTo(database, caller.email, new Date(clock.now()));
    return {
      invitations: rows.map(({ id, organization_name, role, inviter_email, inviter_name, expires_at }) => ({
        id,
        organization: organization_name,
        role,
        invited_by: { email: inviter_email, name: inviter_name },
        expires_at,
      })),
    };
  },
});
