import { z } from 'zod';
import { operatorCommand } from './command.ts';
import { organizationOf, teamOf } from './lookups.ts';
import { displayName, slug } from './options.ts';
import { assignTeam as assign } from './staff.store.ts';

/** Makes a team responsible for an organization, in place of the one before. */
export const assignTeam = operatorCommand({
  name: 'assign-team',
  usage: '--team <team> --slug <slug>',
  input: z.strictObject({ team: displayName, slug }),

  async run({ team, slug }, context) {
    const tenancy = { organizationId: await organizationOf(context, slug), db: context.db };
    await assign(tenancy, await teamOf(context, team));
    return `The team ${team} looks after ${slug}.`;
  },
});
