import { parseSync } from 'libpg-query';

/** A node of PostgreSQL's parse tree, the same shape wherever it stands. */
export interface SqlNode {
  readonly kind: string;
  readonly fields: Readonly<Record<string, SqlValue>>;
}

export type SqlValue = SqlNode | readonly SqlValue[] | string | number | boolean | null;

/** The commands of an SQL text. */
export function parse(sql: string): SqlNode[] {
  return (parseSync(sql).stmts ?? []).flatMap(({ stmt }) => nodesIn(normal(stmt ?? null, 'stmt')));
}

/** The parser leaves out the kind of a node where only one can stand. */
const KINDS: Readonly<Record<string, string>> = {
  relation: 'RangeVar',
  pktable: 'RangeVar',
  larg: 'SelectStmt',
  rarg: 'SelectStmt',
  withClause: 'WithClause',
  onConflictClause: 'OnConflictClause',
  typeName: 'TypeName',
};

function normal(value: unknown, field: string): SqlValue {
  if (Array.isArray(value)) return value.map((one: unknown) => normal(one, field));
  if (typeof value === 'object' && value !== null) return node(value, field);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

function node(value: object, field: string): SqlNode {
  const entries: [string, unknown][] = Object.entries(value);
  const [only, ...others] = entries;
  if (only && others.length === 0 && /^[A-Z]/.test(only[0]) && typeof only[1] === 'object' && only[1] !== null) {
    return { kind: only[0], fields: fieldsOf(Object.entries(only[1])) };
  }
  return { kind: KINDS[field] ?? field, fields: fieldsOf(entries) };
}

function fieldsOf(entries: [string, unknown][]): Record<string, SqlValue> {
  return Object.fromEntries(entries.map(([name, value]) => [name, normal(value, name)]));
}

function isNode(value: SqlValue | undefined): value is SqlNode {
  return typeof value === 'object' && value !== null && 'kind' in value;
}

/** The nodes of a field that holds one, several or none. */
export function nodesIn(value: SqlValue | undefined): SqlNode[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn);
  return isNode(value) ? [value] : [];
}

/** The nodes directly below one, or only those of the field named. */
export function children({ fields }: SqlNode, field?: string): SqlNode[] {
  return field === undefined ? Object.values(fields).flatMap(nodesIn) : nodesIn(fields[field]);
}

/** The one node of a field. */
export function child(parent: SqlNode, field: string): SqlNode | undefined {
  return children(parent, field)[0];
}

/** A field that holds a text. */
export function text({ fields }: SqlNode, field: string): string | undefined {
  const value = fields[field];
  return typeof value === 'string' ? value : undefined;
}

/** A node and everything below it, as far as the question is answered with yes. */
export function* within(top: SqlNode, into: (node: SqlNode) => boolean = () => true): Generator<SqlNode> {
  yield top;
  for (const below of children(top)) if (into(below)) yield* within(below, into);
}

/** The nodes of some kinds in a tree, itself included. */
export function find(top: SqlNode, ...kinds: string[]): SqlNode[] {
  return [...within(top)].filter(({ kind }) => kinds.includes(kind));
}

/** A value without the casts around it. */
export function withoutCasts(value: SqlNode): SqlNode {
  const inside = value.kind === 'TypeCast' ? child(value, 'arg') : undefined;
  return inside ? withoutCasts(inside) : value;
}

/** The number of a parameter, 0 for anything else. */
export function parameterOf(value: SqlNode): number {
  const number = value.kind === 'ParamRef' ? value.fields.number : 0;
  return typeof number === 'number' ? number : 0;
}

/** The parts of a column's name: the table's, if it is given, and its own. */
export function columnOf(value: SqlNode): { of: string | undefined; name: string } | undefined {
  if (value.kind !== 'ColumnRef') return undefined;
  const parts = children(value, 'fields').map((part) => text(part, 'sval') ?? '*');
  return { of: parts.at(-2), name: parts.at(-1) ?? '' };
}

/** The conditions that all have to hold. */
export function conjuncts(condition: SqlNode | undefined): SqlNode[] {
  if (!condition) return [];
  const isAnd = condition.kind === 'BoolExpr' && condition.fields.boolop === 'AND_EXPR';
  return isAnd ? children(condition, 'args').flatMap(conjuncts) : [condition];
}

/** The name of an operator, as `=`. */
export function operatorOf(expression: SqlNode): string {
  return children(expression, 'name')
    .map((part) => text(part, 'sval'))
    .join('.');
}
