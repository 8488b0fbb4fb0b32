import { type Queryable, statement } from '../../base/database.ts';

/** An organization's use of a login. */
export interface LoginUseRow {
  organization_id: number;
  connection_id: string;
  login: string;
  status: 'working' | 'broken';
  connected_at: string;
}

const uses = statement<[person: number], LoginUseRow>(`
  select organization_id, id as connection_id, login, status, coalesce(connected_at, created_at) as connected_at
  from ad_connection where connected_by = $1 and sealed_token <> ''
  order by login, coalesce(connected_at, created_at), organization_id`);

/**
 * Every use of the logins that a person connected, whatever they are to the organization today. One whose token was
 * forgotten has ended.
 */
export function usesOfPerson(db: Queryable, personId: number): Promise<LoginUseRow[]> {
  return db.rows(uses, personId);
}

const before = statement<[organizationId: number, person: number, until: Date], { id: string }>(`
  select id from ad_connection
  where organization_id = $1 and connected_by = $2 and sealed_token <> ''
    and coalesce(connected_at, created_at) <= $3`);

/** The logins that a person had connected to an organization by then. */
export async function connectedBy(
  { db, organizationId }: { db: Queryable; organizationId: number },
  personId: number,
  until: Date,
): Promise<string[]> {
  return (await db.rows(before, organizationId, personId, until)).map(({ id }) => id);
}

const accountsThrough = statement<
  [organizations: number[], connections: string[]],
  { connection_id: string; id: string }
>(`
  select connection_id, id from ad_account
  where organization_id = any($1) and connection_id = any($2) order by id`);

/** The accounts that are linked through each of these logins. */
export async function accountsOfUses(db: Queryable, found: readonly LoginUseRow[]): Promise<Map<string, string[]>> {
  const organizations = [...new Set(found.map(({ organization_id }) => organization_id))];
  const connections = found.map(({ connection_id }) => connection_id);
  const rows = await db.rows(accountsThrough, organizations, connections);
  const grouped = Map.groupBy(rows, ({ connection_id }) => connection_id);
  return new Map([...grouped].map(([connection, accounts]) => [connection, accounts.map(({ id }) => id)]));
}

const names = statement<[ids: number[]], { id: number; slug: string; name: string }>(
  'select id, slug, name from organization where id = any($1)',
);

/** What the organizations are called. */
export async function organizationNames(
  db: Queryable,
  found: readonly LoginUseRow[],
): Promise<Map<number, { slug: string; name: string }>> {
  const rows = await db.rows(
    names,
    found.map(({ organization_id }) => organization_id),
  );
  return new Map(rows.map(({ id, slug, name }) => [id, { slug, name }]));
}
