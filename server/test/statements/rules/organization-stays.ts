import { queriesOf } from '../queries.ts';
import type { Rule } from '../rule.ts';
import { children, text } from '../tree.ts';

export const organizationStays: Rule = {
  says: 'A row never changes its organization: delete it there and insert it here.',
  broken({ commands }) {
    const queries = commands.flatMap(queriesOf);
    const writes = queries.filter(({ into, sources }) => [into, sources[0]].some((one) => one?.kind === 'tenant'));
    const set = writes.flatMap(({ node }) => [
      ...(node.kind === 'UpdateStmt' ? children(node, 'targetList') : []),
      ...children(node, 'onConflictClause').flatMap((clause) => children(clause, 'targetList')),
    ]);
    return set.filter((target) => text(target, 'name') === 'organization_id').map(() => 'organization_id is set');
  },
  refused: [
    'update ad_account set organization_id = $2 where organization_id = $1',
    'insert into ad_account (organization_id) values ($1) on conflict (id) do update set organization_id = $1',
  ],
  allowed: ['update ad_account set status = $2 where organization_id = $1', 'update task set organization_id = $1'],
};
