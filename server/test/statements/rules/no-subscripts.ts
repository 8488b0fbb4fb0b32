import type { Rule } from '../rule.ts';
import { child, children, find, withoutCasts } from '../tree.ts';

export const noSubscripts: Rule = {
  says: 'An element of an array parameter ends the process of the server: send the values as parameters of their own.',
  broken({ commands }) {
    const taken = commands.flatMap((command) => find(command, 'A_Indirection'));
    return taken
      .filter((one) => children(one, 'indirection').some(({ kind }) => kind === 'A_Indices'))
      .filter((one) => [child(one, 'arg')].some((array) => array && withoutCasts(array).kind === 'ParamRef'))
      .map(() => 'an element of a parameter');
  },
  refused: [
    'update campaign set budget = ($2::numeric[])[1] where organization_id = $1',
    'select ($2::text[])[1:2] from campaign where organization_id = $1',
  ],
  allowed: [
    'select (array_agg(id order by id))[1] from campaign where organization_id = $1',
    'select headlines[1] from ad where organization_id = $1 and id = any($2)',
  ],
};
