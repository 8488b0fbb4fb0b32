import { z } from 'zod';
import { read } from '../../base/operation.ts';
import { memberOf, memberView } from '../member.ts';
import { listMembers as membersOf } from '../membership.store.ts';

/** Lists who belongs to the organization, and as what. */
export const listMembers = read({
  name: 'list_members',
  summary: 'List members',
  description: 'Lists the people of the organization with their roles.',
  rest: 'GET /organizations/{org}/members',
  tool: null,
  scope: 'organizations:read',
  audience: 'dashboard',
  input: z.strictObject({}),
  output: z.object({ members: z.array(memberView) }),

  async run(_, context) {
    return { members: (await membersOf(context)).map(memberOf) };
  },
});
