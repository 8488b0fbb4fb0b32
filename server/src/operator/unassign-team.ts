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
    const ended = await context.db.execute(unassign, await organizationOf(context, slug));
    if (ended === 0) throw new CommandRefused(`no team looks after ${slug}`);
    return `No team looks after ${slug} any more.`;
  },
});
