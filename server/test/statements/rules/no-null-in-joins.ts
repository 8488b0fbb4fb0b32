import { openParameters, type Rule } from '../rule.ts';
import { child, children, columnOf, conjuncts, find, type SqlNode, withoutCasts } from '../tree.ts';

/**
 * A condition that null makes false takes everything beside it away, the organization too; then a query of one
 * organization is planned over all of them, or refused as a complex join.
 */
export const noNullInJoins: Rule = {
  says: 'A parameter that may be null stands in a join condition only as in coalesce($2::text, ...).',
  broken({ commands, mayBeNull }) {
    const joins = commands.flatMap((command) => find(command, 'JoinExpr'));
    const conditions = new Set(joins.flatMap((join) => [...own(join), ...joinedQueries(join).flatMap(where)]));
    return [...conditions].flatMap((condition) =>
      openParameters(condition)
        .filter(mayBeNull)
        .map((number) => `$${number}`),
    );
  },
  refused: [
    'select 1 from campaign c left join ad a on a.organization_id = $1 and a.name = $2 where c.organization_id = $1',
    'select 1 from campaign c join ad a on a.organization_id = $1 and ($2::text is null or a.name = $2)',
    'select 1 from campaign c left join ad a on a.organization_id = $1 and a.created_at between $2::date - 7 and now()',
    `select 1 from campaign c
     left join lateral (select 1 from ad where organization_id = $1 and name = $2) a on true where c.organization_id = $1`,
    `select 1 from campaign c left join (
       select 1 from ad a join keyword k on k.organization_id = $1 and k.text = $2 where a.organization_id = $1) a on true`,
  ],
  allowed: [
    'select 1 from campaign c left join ad a on a.organization_id = $1 where c.organization_id = $1 and c.name = $2',
    `select 1 from campaign c left join ad a on a.organization_id = $1 and a.name = coalesce($2::text, '')`,
    `select 1 from campaign c left join ad a on a.organization_id = $1 and a.created_at >= coalesce($2::date, '-infinity') - 7`,
    `select 1 from campaign c left join lateral (
       select 1 from ad where organization_id = $1 and ($2::text is null or name = $2) limit $3) a on true`,
  ],
};

/** The conditions of the join itself. */
function own(join: SqlNode): SqlNode[] {
  return conjuncts(child(join, 'quals')).filter(
    (condition) => !ofOrganization(condition) && (!isOr(condition) || mentionsNull(condition)),
  );
}

const isOr = ({ kind, fields }: SqlNode) => kind === 'BoolExpr' && fields.boolop === 'OR_EXPR';
const mentionsNull = (condition: SqlNode) => find(condition, 'NullTest').length > 0;

/** The queries that a join brings in beside a table; where it is an outer join they may come out empty. */
function joinedQueries(join: SqlNode): SqlNode[] {
  if (join.fields.jointype === 'JOIN_INNER') return [];
  const sides = { JOIN_LEFT: ['rarg'], JOIN_RIGHT: ['larg'] }[String(join.fields.jointype)] ?? ['larg', 'rarg'];
  return sides.flatMap((side) => children(join, side)).flatMap((side) => find(side, 'SelectStmt'));
}

/** The conditions of a query, without those that null alone does not make false and that of the organization. */
function where(select: SqlNode): SqlNode[] {
  return conjuncts(child(select, 'whereClause')).filter((condition) => !isOr(condition) && !ofOrganization(condition));
}

function ofOrganization(condition: SqlNode): boolean {
  return children(condition, 'lexpr').some((side) => columnOf(withoutCasts(side))?.name === 'organization_id');
}
