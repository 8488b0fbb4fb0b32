import { z } from 'zod';
import { CommandRefused, operatorCommand } from './command.ts';
import { organizationOf } from './lookups.ts';
import { slug } from './options.ts';
import { unassignTeam as unassign } from './staff.store.ts';

/** Leaves an organization to its own members. */
export const unassignTeam = operatorCommand({
  name: 'unassign-team',
  usage: '--slug <slug>',
  input: z.strictObject({ slug }),

  async run({ slug }, context) {
    const tenancy = { organizationId: await organizationOf(context, slug), db: context.db };
    if (!(await unassign(tenancy))) throw new CommandRefused(`no team looks after ${slug}`);
    return `No team looks after ${slug} any more.`;
  },
});
