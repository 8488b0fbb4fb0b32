import { type Query, type Source, sourcesIn } from './queries.ts';
import { child, children, columnOf, conjuncts, operatorOf, type SqlNode, text, withoutCasts } from './tree.ts';

const ORGANIZATION = 'organization_id';
const NO_CTES: ReadonlySet<string> = new Set();

/** The tenant tables of a query whose rows are not held to an organization by what the query itself says. */
export function unbound(query: Query): Source[] {
  const bound = boundIn(query);
  const read = query.sources.filter((one) => one.kind === 'tenant' && !bound.has(one.name));
  return query.into?.kind === 'tenant' && !writesOrganization(query) ? [...read, query.into] : read;
}

/** The sources of a query that are held to an organization, and those that bring one with their rows. */
function boundIn(query: Query): Set<string> {
  const bound = new Set(query.around && boundIn(query.around));
  for (const { name, kind } of query.sources) {
    if (kind === 'given') bound.add(name);
    else bound.delete(name);
  }
  const equalities = equalitiesOf(query);
  for (let before = -1; before !== bound.size; ) {
    before = bound.size;
    for (const { one, other, holds } of equalities) {
      if (holds(one) && (other === 'value' || bound.has(other))) bound.add(one);
      if (other !== 'value' && holds(other) && bound.has(one)) bound.add(other);
    }
  }
  return bound;
}

/** A source whose organization is that of another one, or a value that was sent. */
interface Equality {
  one: string;
  other: string | 'value';
  /** Whether the condition keeps rows of that source out: one in an outer join does so on one side only. */
  holds: (source: string) => boolean;
}

function equalitiesOf(query: Query): Equality[] {
  const everywhere = () => true;
  const where = conjuncts(child(query.node, 'whereClause')).map((condition) => ({ condition, holds: everywhere }));
  const joins = [...children(query.node, 'fromClause'), ...children(query.node, 'usingClause')].flatMap(joinConditions);
  return [...where, ...joins].flatMap(({ condition, holds }) => equality(query, condition, holds));
}

type Placed = { condition: SqlNode; holds: (source: string) => boolean };

function joinConditions(from: SqlNode): Placed[] {
  if (from.kind !== 'JoinExpr') return [];
  const [left, right] = (['larg', 'rarg'] as const).map((side) =>
    children(from, side).flatMap((one) => sourcesIn(one, NO_CTES).map(({ name }) => name)),
  );
  const kept =
    { JOIN_INNER: [left, right], JOIN_LEFT: [right], JOIN_RIGHT: [left] }[String(from.fields.jointype)] ?? [];
  const names = new Set(kept.flatMap((side) => side ?? []));
  const own = conjuncts(child(from, 'quals')).map((condition) => ({
    condition,
    holds: (source: string) => names.has(source),
  }));
  return [...own, ...['larg', 'rarg'].flatMap((side) => children(from, side)).flatMap(joinConditions)];
}

function equality(query: Query, condition: SqlNode, holds: Placed['holds']): Equality[] {
  const isEqual = ['AEXPR_OP', 'AEXPR_OP_ANY', 'AEXPR_IN'].includes(text(condition, 'kind') ?? '');
  if (condition.kind !== 'A_Expr' || !isEqual || operatorOf(condition) !== '=') return [];
  const [left, right] = ['lexpr', 'rexpr'].map((side) =>
    children(condition, side).map((one) => organizationOf(query, one)),
  );
  const sides = [...(left ?? []), ...(right ?? [])];
  const columns = sides.filter((side) => side !== undefined && side !== 'value');
  const [one, other = sides.includes('value') ? 'value' : undefined] = columns;
  return one === undefined || other === undefined ? [] : [{ one, other, holds }];
}

/** The source whose organization the expression is; `value` for what was sent. */
function organizationOf(query: Query, expression: SqlNode): string | 'value' | undefined {
  const value = withoutCasts(expression);
  if (value.kind === 'ParamRef' || value.kind === 'A_Const') return 'value';
  const column = columnOf(value);
  if (column?.name !== ORGANIZATION) return undefined;
  if (column.of !== undefined) return column.of;
  const tenants = query.sources.filter(({ kind }) => kind !== 'given');
  return tenants.length === 1 ? tenants[0]?.name : undefined;
}

/** Whether the organization of every row that an insert writes was sent, or comes with rows that are held to one. */
function writesOrganization({ node }: Query): boolean {
  const place = children(node, 'cols').findIndex((column) => text(column, 'name') === ORGANIZATION);
  const rows = children(node, 'selectStmt').flatMap(rowsOf);
  return place >= 0 && rows.length > 0 && rows.every((row) => isOrganization(row[place]));
}

function rowsOf(select: SqlNode): SqlNode[][] {
  const arms = ['larg', 'rarg'].flatMap((arm) => children(select, arm));
  if (arms.length > 0) return arms.flatMap(rowsOf);
  const lists = children(select, 'valuesLists').map((list) => children(list, 'items'));
  return lists.length > 0 ? lists : [children(select, 'targetList').flatMap((target) => child(target, 'val') ?? [])];
}

function isOrganization(value: SqlNode | undefined): boolean {
  if (!value) return false;
  const inside = withoutCasts(value);
  return inside.kind === 'ParamRef' || columnOf(inside)?.name === ORGANIZATION;
}
