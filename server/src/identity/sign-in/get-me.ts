import { z } from 'zod';
import { read } from '../../base/operation.ts';
import { roleName } from '../member.ts';
import { organizationFacts } from '../person.store.ts';

/** Tells who is signed in, and where that person can act. */
export const getMe = read({
  name: 'get_me',
  summary: 'Get the signed-in person',
  description: 'Returns the signed-in person and the organizations open to that person.',
  rest: 'GET /me',
  tool: null,
  scope: null,
  audience: 'dashboard',
  organization: 'caller',
  input: z.strictObject({}),
  output: z.object({
    id: z.int(),
    email: z.string(),
    name: z.string(),
    organizations: z.array(
      z.object({
        slug: z.string(),
        name: z.string(),
        currency: z.string(),
        role: roleName.nullable(),
        access: z.enum(['membership', 'adops_team']),
      }),
    ),
  }),

  async run(_, { caller, database }) {
    const open = [...caller.organizations.values()];
    const facts = await organizationFacts(
      database,
      open.map((one) => one.organizationId),
    );
    return {
      id: caller.personId,
      email: caller.email,
      name: caller.name,
      organizations: open.map(({ organizationId, slug, role, access }) => ({
        slug,
        name: facts.get(organizationId)?.name ?? slug,
        currency: facts.get(organizationId)?.currency ?? '',
        role,
        access,
      })),
    };
  },
});
