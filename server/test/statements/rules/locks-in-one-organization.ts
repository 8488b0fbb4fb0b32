import { unbound } from '../bindings.ts';
import { queriesOf } from '../queries.ts';
import type { Rule } from '../rule.ts';
import { children } from '../tree.ts';

/** No exception is made from this one, as there is from the rule that names the organization. */
export const locksInOneOrganization: Rule = {
  says: 'Rows of several organizations are not locked at once: name the organization.',
  broken({ commands }) {
    const locking = commands.flatMap(queriesOf).filter(({ node }) => children(node, 'lockingClause').length > 0);
    return locking.flatMap(unbound).map(({ name }) => name);
  },
  refused: ['select id from campaign for update', 'select id from campaign where slug = $1 for share'],
  allowed: [
    'select id from campaign where organization_id = $1 for update',
    'select 1 from task for update skip locked',
  ],
};
