import { z } from 'zod';
import { read } from '../base/operation.ts';
import { pageOutput } from '../base/schemas.ts';
import { listOrganizationsOf } from './organization.store.ts';
import { organizationFields, teamOf } from './organization-schemas.ts';

/** Every organization that the caller can act in, in one answer; a key sees its own. */
export const listOrganizations = read({
  name: 'list_organizations',
  summary: 'List the organizations this credential can act in',
  description:
    'Lists the organizations this credential can act in, with the role held in each. Call it first to learn the slug that every other call takes. An API key sees exactly one. It does not list campaigns or accounts.',
  rest: 'GET /organizations',
  tool: 'svc_list_organizations',
  scope: 'organizations:read',
  organization: 'caller',
  input: z.strictObject({}),
  output: z.object({
    organizations: z.array(
      z.object({
        ...organizationFields,
        role: z.enum(['owner', 'admin', 'member']).nullable().describe('null where access is adops_team.'),
      }),
    ),
    ...pageOutput,
  }),

  async run(_input, { caller, database }) {
    const own = caller.key && caller.organizations.get(caller.key.organization)?.organizationId;
    const rows = await listOrganizationsOf(database, caller.personId, { only: own });
    const organizations = rows.map(({ adops_team, ...row }) => ({ ...row, adops_team: teamOf(adops_team) }));
    return { organizations, total: organizations.length, next_cursor: null };
  },
});
