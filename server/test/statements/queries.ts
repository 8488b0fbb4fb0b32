import { TABLES } from '../../src/base/tables.ts';
import { child, children, type SqlNode, text, within } from './tree.ts';

/** Something that a query reads or writes rows of. */
export interface Source {
  /** How the query calls it. */
  readonly name: string;
  /** `given` rows come from elsewhere: a function, values, or a query that is looked at for itself. */
  readonly kind: 'tenant' | 'local' | 'given';
  readonly table?: string;
}

/** One query: what it reads, what it writes, and the query around it. */
export interface Query {
  readonly node: SqlNode;
  /** Everything below FROM and USING, and the table that an update or a delete changes. */
  readonly sources: readonly Source[];
  /** What an insert writes to; its rows come from a query or a list of values. */
  readonly into?: Source;
  readonly around?: Query;
  /** Queries of one plan are planned as one; what is materialized, and what an insert takes, is planned for itself. */
  readonly plan: object;
}

/** The queries of a command, from the outermost inwards. */
export function queriesOf(command: SqlNode): Query[] {
  const queries: Query[] = [];
  collect(command, { ctes: new Set(), plan: {} }, queries);
  return queries;
}

interface Place {
  ctes: ReadonlySet<string>;
  plan: object;
  around?: Query;
}

const tenant: readonly string[] = TABLES.tenant;

/** Whether the table could be distributed. */
export const isTenant = (table: string | undefined) => table !== undefined && tenant.includes(table);

const QUERIES = ['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt'];

function collect(node: SqlNode, place: Place, queries: Query[]): void {
  if (!QUERIES.includes(node.kind)) {
    for (const below of children(node)) collect(below, place, queries);
    return;
  }
  const inside = withCtes(node, place, queries);
  if (node.kind === 'InsertStmt') insert(node, inside, queries);
  else if (child(node, 'larg')) for (const arm of ['larg', 'rarg']) collectIn(node, arm, inside, queries);
  else plain(node, inside, queries);
}

function withCtes(node: SqlNode, place: Place, queries: Query[]): Place {
  const ctes = new Set(place.ctes);
  for (const cte of children(node, 'withClause').flatMap((clause) => children(clause, 'ctes'))) {
    const body = child(cte, 'ctequery');
    if (!body) continue;
    const apart = cte.fields.ctematerialized === 'CTEMaterializeAlways' || body.kind !== 'SelectStmt';
    collect(body, { ...place, ctes: new Set(ctes), plan: apart ? {} : place.plan }, queries);
    ctes.add(text(cte, 'ctename') ?? '');
  }
  return { ...place, ctes };
}

function insert(node: SqlNode, place: Place, queries: Query[]): void {
  const into = children(node, 'relation').map((relation) => sourceOf(relation, new Set()))[0];
  const query: Query = { node, sources: [], ...(into && { into }), ...around(place), plan: place.plan };
  queries.push(query);
  collectIn(node, 'selectStmt', { ...place, plan: {} }, queries);
  for (const field of ['onConflictClause', 'returningClause'])
    collectIn(node, field, { ...place, around: query }, queries);
}

function plain(node: SqlNode, place: Place, queries: Query[]): void {
  const froms = ['relation', 'fromClause', 'usingClause'].flatMap((field) => children(node, field));
  const sources = froms.flatMap((from) => sourcesIn(from, place.ctes));
  const query: Query = { node, sources, ...around(place), plan: place.plan };
  queries.push(query);
  for (const [field] of Object.entries(node.fields)) {
    if (field !== 'withClause') collectIn(node, field, { ...place, around: query }, queries);
  }
}

function collectIn(node: SqlNode, field: string, place: Place, queries: Query[]): void {
  for (const below of children(node, field)) collect(below, place, queries);
}

const around = ({ around: query }: Place) => (query ? { around: query } : {});

/** The sources below FROM; what stands in a query of its own there belongs to that one. */
export function sourcesIn(from: SqlNode, ctes: ReadonlySet<string>): Source[] {
  const found = [...within(from, ({ kind }) => !QUERIES.includes(kind) && kind !== 'SubLink')];
  return found.filter(({ kind }) => kind.startsWith('Range')).map((one) => sourceOf(one, ctes));
}

function sourceOf(node: SqlNode, ctes: ReadonlySet<string>): Source {
  const alias = children(node, 'alias').map((one) => text(one, 'aliasname'))[0];
  const table = text(node, 'relname');
  if (node.kind !== 'RangeVar' || table === undefined) return { name: alias ?? '', kind: 'given' };
  if (ctes.has(table)) return { name: alias ?? table, kind: 'given' };
  return { name: alias ?? table, kind: isTenant(table) ? 'tenant' : 'local', table };
}
