import { z } from 'zod';
import { read } from '../../base/operation.ts';
import { timestamp } from '../../base/schemas.ts';
import { findPerson } from '../person.store.ts';
import { recoveryCodesLeft } from '../second-factor/second-factor.store.ts';

/** Whether signing in takes the person a code besides the password. */
export const getSecondFactor = read({
  name: 'get_second_factor',
  summary: 'Get your second factor',
  description: 'Tells since when you have a second factor and how many recovery codes are left.',
  rest: 'GET /second-factor',
  tool: null,
  scope: null,
  audience: 'dashboard',
  organization: 'caller',
  input: z.strictObject({}),
  output: z.object({
    since: timestamp.nullable().describe('null where the password alone is enough.'),
    recovery_codes_left: z.int(),
  }),

  async run(_, { caller, database }) {
    const since = (await findPerson(database, caller.personId))?.second_factor_since ?? null;
    const left = since === null ? 0 : await recoveryCodesLeft(database, caller.personId);
    return { since, recovery_codes_left: left };
  },
});
