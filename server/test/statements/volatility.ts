import type pg from 'pg';
import { isTenant } from './queries.ts';
import { child, children, find, type SqlNode, text } from './tree.ts';

/** What the server knows of functions, operators, types and tables, by their numbers. */
export interface Catalog {
  /** `i`: immutable, `s`: stable, `v`: volatile. */
  functions: ReadonlyMap<string, string>;
  operators: ReadonlyMap<string, string>;
  /** The volatility of reading a type from text, and of writing it as text. */
  fromText: ReadonlyMap<string, string>;
  toText: ReadonlyMap<string, string>;
  tables: ReadonlyMap<string, string>;
}

const ASK = {
  functions: 'select oid::text as id, provolatile::text as is from pg_proc',
  operators:
    'select o.oid::text as id, p.provolatile::text as is from pg_operator o join pg_proc p on p.oid = o.oprcode',
  fromText: 'select t.oid::text as id, p.provolatile::text as is from pg_type t join pg_proc p on p.oid = t.typinput',
  toText: 'select t.oid::text as id, p.provolatile::text as is from pg_type t join pg_proc p on p.oid = t.typoutput',
  tables: 'select oid::text as id, relname::text as is from pg_class',
} satisfies Record<keyof Catalog, string>;

/** Reads the catalog once for many statements. */
export async function readCatalog(client: pg.Client): Promise<Catalog> {
  const ask = async (sql: string) => {
    const { rows } = await client.query<{ id: string; is: string }>(sql);
    return new Map(rows.map(({ id, is }) => [id, is]));
  };
  const { functions, operators, fromText, toText, tables } = ASK;
  return {
    functions: await ask(functions),
    operators: await ask(operators),
    fromText: await ask(fromText),
    toText: await ask(toText),
    tables: await ask(tables),
  };
}

const [UPDATE, INSERT, DELETE] = ['2', '3', '4'];

/**
 * Where a change of tenant rows depends on functions that may answer differently elsewhere or later. Whether a function
 * may is resolved by the server: the minus of a time and an interval is such a function, and so is a cast of text to time.
 */
export function unsteadyWrites(tree: SqlNode, catalog: Catalog): string[] {
  return find(tree, 'QUERY')
    .filter((query) => isTenant(tableWritten(query, catalog)))
    .flatMap((query) => [...unsteadyChanges(query, catalog), ...unsteadyRest(query, catalog)]);
}

function tableWritten(query: SqlNode, { tables }: Catalog): string | undefined {
  const written = children(query, 'rtable')[Number(query.fields.resultRelation) - 1];
  return written && tables.get(text(written, 'relid') ?? '');
}

/** Of an update or a delete: what it sets, and the condition of its rows. */
function unsteadyChanges(query: SqlNode, catalog: Catalog): string[] {
  const { commandType } = query.fields;
  const set = commandType === UPDATE ? children(query, 'targetList') : [];
  const where = commandType === UPDATE || commandType === DELETE ? children(query, 'jointree') : [];
  const expressions = [...set.map((one) => child(one, 'expr')), ...where.map((one) => child(one, 'quals'))];
  return expressions.flatMap((one) => (one ? unsteady(asPlanned(one, query), catalog) : []));
}

function unsteady(expression: SqlNode, catalog: Catalog): string[] {
  const moving = movingIn(expression, catalog);
  const choices = find(expression, 'CASEEXPR', 'COALESCEEXPR').flatMap((one) => movingIn(one, catalog));
  const ofColumns = moving.filter(({ node }) => find(node, 'VAR').length > 0);
  return [
    ...moving.filter(({ is }) => is === 'v').map(() => 'a VOLATILE function: take the value as a parameter'),
    ...choices.map(
      () => 'a function that is not IMMUTABLE in CASE or COALESCE: take its value from a function in FROM',
    ),
    ...ofColumns.map(() => 'a STABLE function of a column: take the value as a parameter'),
  ];
}

/** Of any write: what it returns; of an insert: what it sets where there is a row already. */
function unsteadyRest(query: SqlNode, catalog: Catalog): string[] {
  const returned = children(query, 'returningList').flatMap((one) => movingIn(one, catalog));
  const conflict = query.fields.commandType === INSERT ? children(query, 'onConflict') : [];
  const places = ['onConflictSet', 'onConflictWhere', 'arbiterWhere'];
  const set = conflict.flatMap((one) => places.flatMap((place) => children(one, place)));
  return [
    ...returned.map(() => 'a function that is not IMMUTABLE in RETURNING'),
    ...set.flatMap((one) => movingIn(one, catalog)).map(() => 'a function that is not IMMUTABLE in ON CONFLICT'),
  ];
}

interface Moving {
  node: SqlNode;
  is: string;
}

/** The calls in an expression whose answer may change. */
function movingIn(expression: SqlNode, catalog: Catalog): Moving[] {
  return [...calls(expression)].flatMap((node) =>
    volatilities(node, catalog)
      .filter((is) => is !== 'i')
      .map((is) => ({ node, is })),
  );
}

/** A query inside is planned for itself. */
function* calls(node: SqlNode): Generator<SqlNode> {
  yield node;
  for (const below of children(node)) if (below.kind !== 'QUERY') yield* calls(below);
}

const CALLS: Readonly<Record<string, string>> = {
  FUNCEXPR: 'funcid',
  OPEXPR: 'opfuncid',
  DISTINCTEXPR: 'opfuncid',
  NULLIFEXPR: 'opfuncid',
  SCALARARRAYOPEXPR: 'opfuncid',
  AGGREF: 'aggfnoid',
  WINDOWFUNC: 'winfnoid',
};

function volatilities(node: SqlNode, { functions, operators, fromText, toText }: Catalog): string[] {
  if (node.kind === 'SQLVALUEFUNCTION') return ['s'];
  if (node.kind === 'NEXTVALUEEXPR') return ['v'];
  if (node.kind === 'ROWCOMPAREEXPR') return listed(node.fields.opnos).map((id) => operators.get(id) ?? 'v');
  if (node.kind === 'COERCEVIAIO') {
    const from = children(node, 'arg').map(typeOf);
    return [fromText.get(text(node, 'resulttype') ?? '') ?? 'v', ...from.map((id) => toText.get(id) ?? 'v')];
  }
  const field = CALLS[node.kind];
  return field === undefined ? [] : [functions.get(text(node, field) ?? '') ?? 'v'];
}

const listed = (value: unknown) => (Array.isArray(value) ? value.map(String).filter((id) => /^\d+$/.test(id)) : []);

/** The type of an expression; every kind names it in a field of its own. */
function typeOf({ fields }: SqlNode): string {
  const [, type = ''] = Object.entries(fields).find(([field]) => field.endsWith('type')) ?? [];
  return String(type);
}

/** The planner puts what a simple query in FROM selects in the place of its columns. */
function asPlanned(expression: SqlNode, query: SqlNode): SqlNode {
  const replaced = (node: SqlNode): SqlNode => {
    const from = node.kind === 'VAR' ? children(query, 'rtable')[Number(node.fields.varno) - 1] : undefined;
    const inside = from && child(from, 'subquery');
    const column = inside && children(inside, 'targetList')[Number(node.fields.varattno) - 1];
    const selected = column && child(column, 'expr');
    if (selected) return asPlanned(selected, inside);
    return { kind: node.kind, fields: mapped(node.fields) };
  };
  const mapped = (fields: SqlNode['fields']) =>
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, mapValue(value)]));
  const mapValue = (value: SqlNode['fields'][string]): SqlNode['fields'][string] => {
    if (Array.isArray(value)) return value.map(mapValue);
    return typeof value === 'object' && value !== null && 'kind' in value ? replaced(value) : value;
  };
  return replaced(expression);
}

/** Changes that are refused, and such as are not, of tables that stand for all tenant tables. */
export const CHANGES = {
  refused: [
    "update campaign set updated_at = now() - interval '1 day' + (updated_at - updated_at) where organization_id = $1",
    `update queued_write set requested_at = requested_at - interval '7 days' where organization_id = $1`,
    'update campaign set pushed_at = case when $2 then now() else pushed_at end where organization_id = $1',
    `update campaign set pushed_at = case when $2::jsonb ? 'at' then ($2::jsonb ->> 'at')::timestamptz else pushed_at end
     where organization_id = $1`,
    `update campaign c set pushed_at = case when v.sent then v.at else c.pushed_at end
     from (select true as sent, ($2::text || 'Z')::timestamptz as at) v where organization_id = $1`,
    'update action set finished_at = coalesce(finished_at, current_timestamp) where organization_id = $1',
    'update campaign set slug = gen_random_uuid()::text where organization_id = $1',
    'delete from ad where organization_id = $1 and created_at::date = $2',
    'delete from ad where organization_id = $1 and random() < 0.5',
    'update ad set name = $2 where organization_id = $1 returning created_at::text',
    `insert into write_quota as q (organization_id, day, used) values ($1, $2, 1)
     on conflict (organization_id, day) do update set day = current_date`,
    `insert into ad_connection as c (organization_id, id, login, sealed_token, status, connected_by, created_at)
     values ($1, '', '', '', '', 1, $2) on conflict (organization_id, login) do update set broken_at = now()
     where c.created_at < now()`,
  ],
  allowed: [
    'update campaign set updated_at = $2, state = lower(state) where organization_id = $1 and created_at < $3::timestamptz',
    'update campaign set updated_at = $2, pushed_at = case when $3 then $2 else pushed_at end where organization_id = $1',
    `update campaign c set pushed_at = case when $2::jsonb ? 'at' then v.at else c.pushed_at end
     from jsonb_to_record($2::jsonb) as v (at timestamptz) where organization_id = $1`,
    'update campaign set pushed_at = now() where organization_id = $1',
    `delete from ad where organization_id = $1 and created_at < now() - interval '1 day'`,
    'update action set failure = $2::jsonb where organization_id = $1 returning failure::text',
    'insert into write_quota (organization_id, day, used) values ($1, current_date, coalesce($2, extract(day from now())))',
    `update task set not_before = not_before - interval '1 day'`,
    `select case when created_at < now() then 1 end from campaign where organization_id = $1`,
    `update campaign c set budget = f.sum from (select sum(budget) as sum from campaign where organization_id = $1) f
     where c.organization_id = $1`,
  ],
};
