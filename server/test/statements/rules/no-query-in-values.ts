import { queriesOf } from '../queries.ts';
import type { Rule } from '../rule.ts';
import { children, find } from '../tree.ts';

export const noQueryInValues: Rule = {
  says: 'The values and the conflict clause of an insert hold no query: write insert ... select.',
  broken({ commands }) {
    const inserts = commands.flatMap(queriesOf).filter(({ into }) => into?.kind === 'tenant');
    const places = inserts.flatMap(({ node }) => [
      ...children(node, 'selectStmt').flatMap((select) => children(select, 'valuesLists')),
      ...children(node, 'onConflictClause'),
      ...children(node, 'returningClause'),
    ]);
    return places.flatMap((place) => find(place, 'SubLink')).map(() => 'a query inside');
  },
  refused: [
    'insert into ad (organization_id, id) values ($1, (select max(id) from ad where organization_id = $1))',
    `insert into ad (organization_id, id) values ($1, 1)
     on conflict do update set id = (select max(id) from ad where organization_id = $1)`,
    'insert into ad (organization_id) values ($1) returning (select value from auth_epoch)',
  ],
  allowed: [
    'insert into ad (organization_id, id) select $1::int, max(id) from ad where organization_id = $1',
    'insert into task (turn) values ((select max(turn) from task))',
  ],
};
