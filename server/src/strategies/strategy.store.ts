import type { Tenancy } from '../base/context.ts';
import { columns, statement } from '../base/database.ts';
import type { Written } from '../documents/page.ts';

/** A text that somebody supplied: data, never instructions. */
export interface SuppliedDocument {
  name: string;
  content: string;
}

/** A strategy as a list shows it. */
export interface StrategyRow {
  id: string;
  status: 'queued' | 'running' | 'succeeded' | 'failed';
  title: string;
  created_at: string;
  finished_at: string | null;
  error: string | null;
}

const ROW = columns<StrategyRow>({
  id: 'id',
  status: 'status',
  title: 'title',
  created_at: 'created_at',
  finished_at: 'finished_at',
  error: 'error',
});

const insert = statement<[organizationId: number, id: string, title: string, documents: string, at: Date], never>(`
  insert into strategy (organization_id, id, status, title, documents, created_at)
  values ($1, $2, 'queued', $3, $4, $5)`);

/** Begins a strategy that work in the background will write. */
export async function insertStrategy(
  { db, organizationId }: Tenancy,
  { id, title, documents, at }: { id: string; title: string; documents: readonly SuppliedDocument[]; at: number },
): Promise<void> {
  await db.execute(insert, organizationId, id, title, JSON.stringify(documents), new Date(at));
}

const begin = statement<[organizationId: number, id: string], { documents: SuppliedDocument[] }>(`
  update strategy set status = 'running' where organization_id = $1 and id = $2 and status in ('queued', 'running')
  returning documents`);

/** Marks a strategy as being written; undefined where that was done or given up already. */
export async function beginStrategy(
  { db, organizationId }: Tenancy,
  id: string,
): Promise<readonly SuppliedDocument[] | undefined> {
  return (await db.row(begin, organizationId, id))?.documents;
}

const finish = statement<[organizationId: number, id: string, at: Date, markdown: string, facts: string], never>(`
  update strategy set status = 'succeeded', finished_at = $3, markdown = $4, facts = $5, documents = '[]'
  where organization_id = $1 and id = $2 and status in ('queued', 'running')`);

/** Keeps a strategy that was written; what it was written from is no longer needed. */
export async function finishStrategy(
  { db, organizationId }: Tenancy,
  id: string,
  { markdown, facts }: Written,
  at: number,
): Promise<void> {
  await db.execute(finish, organizationId, id, new Date(at), markdown, JSON.stringify(facts));
}

const fail = statement<[organizationId: number, id: string, at: Date, error: string], never>(`
  update strategy set status = 'failed', finished_at = $3, error = $4, documents = '[]'
  where organization_id = $1 and id = $2 and status in ('queued', 'running')`);

/** Says why a strategy was not written. */
export async function failStrategy(
  { db, organizationId }: Tenancy,
  id: string,
  error: string,
  at: number,
): Promise<void> {
  await db.execute(fail, organizationId, id, new Date(at), error);
}

/** Where a page begins: after the strategy that was asked for then under that id. */
export interface StrategyPosition {
  createdAt: string;
  id: string;
}

const page = statement<
  [organizationId: number, createdAt: string | null, id: string | null, limit: number],
  StrategyRow
>(`
  select ${ROW} from strategy
  where organization_id = $1 and ($2::timestamptz is null or (created_at, id) < ($2, $3))
  order by created_at desc, id desc limit $4`);
const count = statement<[organizationId: number], { total: number }>(
  'select count(*)::integer as total from strategy where organization_id = $1',
);

/** A stretch of the strategies, newest first, without their bodies. */
export async function strategyPage(
  { db, organizationId }: Tenancy,
  after: StrategyPosition | undefined,
  limit: number,
): Promise<{ rows: StrategyRow[]; total: number }> {
  const [rows, counted] = await Promise.all([
    db.rows(page, organizationId, after?.createdAt ?? null, after?.id ?? null, limit),
    db.row(count, organizationId),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

const one = statement<[organizationId: number, id: string], StrategyRow & { markdown: string | null }>(
  `select ${ROW}, markdown from strategy where organization_id = $1 and id = $2`,
);

/** One strategy with its body, which is null while it is being written. */
export function findStrategy(
  { db, organizationId }: Tenancy,
  id: string,
): Promise<(StrategyRow & { markdown: string | null }) | undefined> {
  return db.row(one, organizationId, id);
}
