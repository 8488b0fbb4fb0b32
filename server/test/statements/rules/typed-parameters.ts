import { queriesOf } from '../queries.ts';
import type { Rule } from '../rule.ts';
import { child, children, parameterOf, type SqlNode } from '../tree.ts';

export const typedParameters: Rule = {
  says: 'The rows that an insert selects are planned without it: give a parameter among them a type, as in $1::integer.',
  broken({ commands }) {
    const inserts = commands.flatMap(queriesOf).filter(({ node }) => node.kind === 'InsertStmt');
    return inserts.flatMap(({ node }) =>
      children(node, 'selectStmt')
        .flatMap(columnsOf)
        .filter((value) => value.kind === 'ParamRef')
        .map((value) => `$${parameterOf(value)}`),
    );
  },
  refused: [
    'insert into budget_lock (organization_id) select $1',
    'insert into ad (organization_id, name) select $1::int, $2 from campaign where organization_id = $1',
    'insert into ad (organization_id, name) select $1::int, name from x union all select $1, $2',
    'with a as (insert into ad (organization_id) select $1 returning id) select id from a',
  ],
  allowed: [
    'insert into budget_lock (organization_id) values ($1)',
    'insert into budget_lock (organization_id) select $1::integer',
    'insert into ad (organization_id, name) select $1::int, $2::text from campaign where organization_id = $1',
    'insert into ad (organization_id, name) values ($1, coalesce($2, $3))',
  ],
};

/** What a query selects, in every arm of a union; a list of values takes its types from the table. */
function columnsOf(select: SqlNode): SqlNode[] {
  const arms = ['larg', 'rarg'].flatMap((arm) => children(select, arm));
  if (arms.length > 0) return arms.flatMap(columnsOf);
  return children(select, 'targetList').flatMap((target) => child(target, 'val') ?? []);
}
