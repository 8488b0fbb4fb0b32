import { z } from 'zod';
import { personNamed } from './account.ts';
import { CommandRefused, operatorCommand } from './command.ts';
import { teamOf } from './lookups.ts';
import { displayName, email } from './options.ts';
import { leaveTeams } from './staff.store.ts';

/** Takes a person off a team, or off every team; what they saw through it closes at once. */
export const removeStaff = operatorCommand({
  name: 'remove-staff',
  usage: '--email <email> [--team <team>]',
  input: z.strictObject({ email, team: displayName.optional() }),

  async run({ email, team }, context) {
    const person = await personNamed(context, email);
    const teamId = team === undefined ? null : await teamOf(context, team);
    const left = await leaveTeams(context.db, person.id, teamId);
    if (!left) throw new CommandRefused(`${email} is not on ${team === undefined ? 'any team' : `team ${team}`}`);
    return `${email} is no longer on ${team === undefined ? 'any team' : `team ${team}`}.`;
  },
});
