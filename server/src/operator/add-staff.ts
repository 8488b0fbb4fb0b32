import { z } from 'zod';
import { accountOf } from './account.ts';
import { operatorCommand } from './command.ts';
import { teamOf } from './lookups.ts';
import { displayName, email } from './options.ts';
import { addTeam, joinTeam } from './staff.store.ts';

/** Puts a person on a team of the operator's staff, which may read the organizations assigned to it. */
export const addStaff = operatorCommand({
  name: 'add-staff',
  usage: '--email <email> --team <team> [--name <name>]',
  input: z.strictObject({ email, team: displayName, name: displayName.optional() }),

  async run({ email, team, name }, context) {
    const isNew = await addTeam(context.db, team);
    const { personId, told } = await accountOf(context, email, name);
    await joinTeam(context.db, await teamOf(context, team), personId);
    return `${email} is on the ${isNew ? 'new team' : 'team'} ${team}.\n${told}`;
  },
});
