import type { Tenancy } from '../base/context.ts';
import { columns, type Queryable, statement } from '../base/database.ts';
import type { AccountChoice } from '../ports/ad-platform.ts';

/** A login at the ad platform that a member connected; its owner is whoever did. */
export interface AdConnectionRow {
  id: string;
  owner_id: number;
  login: string;
  /** Empty once the organization's use of the login has ended. */
  sealed_token: string;
  status: 'working' | 'broken';
  connected_by: string | null;
  connected_at: string;
  broken_at: string | null;
}

const COLUMNS = columns<AdConnectionRow>({
  id: 'c.id',
  owner_id: 'c.connected_by',
  login: 'c.login',
  sealed_token: 'c.sealed_token',
  status: 'c.status',
  connected_by: 'p.email',
  connected_at: 'c.connected_at',
  broken_at: 'c.broken_at',
});

/** Takes the condition that tells which; people are looked up after that. */
const withPeople = (which: string) => `
  with c as materialized (
    select id, login, sealed_token, status, connected_by,
      coalesce(connected_at, created_at) as connected_at, broken_at
    from ad_connection where organization_id = $1 and ${which}
  )
  select ${COLUMNS} from c left join person p on p.id = c.connected_by`;

const list = statement<[organizationId: number], AdConnectionRow>(
  `${withPeople('true')} order by c.connected_at desc, c.id desc`,
);

/** The connected logins, the latest first. */
export function listConnections({ db, organizationId }: Tenancy): Promise<AdConnectionRow[]> {
  return db.rows(list, organizationId);
}

const one = statement<[organizationId: number, id: string], AdConnectionRow>(withPeople('id = $2'));

/** One connected login. */
export function findConnection({ db, organizationId }: Tenancy, id: string): Promise<AdConnectionRow | undefined> {
  return db.row(one, organizationId, id);
}

const own = statement<[organizationId: number, person: number], AdConnectionRow>(
  `${withPeople(`connected_by = $2 and status = 'working'`)} order by c.connected_at desc, c.id desc`,
);

/** The logins that a person connected here and that work, the latest first. */
export function ownConnections({ db, organizationId }: Tenancy, personId: number): Promise<AdConnectionRow[]> {
  return db.rows(own, organizationId, personId);
}

/** Read apart from the login: those of a manager may be ten thousand and more. */
const reached = statement<[organizationId: number, id: string], { accounts: AccountChoice[] }>(
  'select accounts from ad_connection where organization_id = $1 and id = $2',
);

/** The accounts that a login could advertise in when it was connected. */
export async function accountsOf({ db, organizationId }: Tenancy, id: string): Promise<AccountChoice[]> {
  return (await db.row(reached, organizationId, id))?.accounts ?? [];
}

const reachedOne = statement<[organizationId: number, id: string, customerId: string], { account: AccountChoice }>(`
  select account from ad_connection, jsonb_array_elements(accounts) as account
  where organization_id = $1 and id = $2 and account ->> 'customerId' = $3 limit 1`);

/** One of them; undefined where the login does not reach it. */
export async function accountOf(
  { db, organizationId }: Tenancy,
  id: string,
  customerId: string,
): Promise<AccountChoice | undefined> {
  return (await db.row(reachedOne, organizationId, id, customerId))?.account;
}

const locked = statement<[organizationId: number, id: string], LockedConnection>(`
  select id, connected_by as owner_id, login, sealed_token, status from ad_connection
  where organization_id = $1 and id = $2 for update`);

/** A login that stays as it is until the transaction ends. */
export type LockedConnection = Pick<AdConnectionRow, 'id' | 'owner_id' | 'login' | 'sealed_token' | 'status'>;

/** Holds a login still. */
export function lockConnection({ db, organizationId }: Tenancy, id: string): Promise<LockedConnection | undefined> {
  return db.row(locked, organizationId, id);
}

const save = statement<
  [organizationId: number, id: string, login: string, sealed: string, accounts: string, person: number, at: Date],
  { id: string }
>(`
  insert into ad_connection (organization_id, id, login, sealed_token, accounts, status, connected_by, created_at,
    connected_at)
  values ($1, $2, $3, $4, $5::jsonb, 'working', $6, $7, $7)
  on conflict (organization_id, login) do update
    set sealed_token = excluded.sealed_token, accounts = excluded.accounts, status = 'working', broken_at = null,
      connected_by = excluded.connected_by, connected_at = excluded.connected_at
  returning id`);

/** Keeps a login; one that is connected again keeps its id and works again. */
export async function saveConnection(
  { db, organizationId }: Tenancy,
  connection: { id: string; login: string; sealed: string; accounts: readonly AccountChoice[] },
  by: { personId: number; at: Date },
): Promise<string> {
  const { id, login, sealed, accounts } = connection;
  const saved = await db.row(save, organizationId, id, login, sealed, JSON.stringify(accounts), by.personId, by.at);
  if (!saved) throw new Error('an insert returned no row');
  return saved.id;
}

const breakIt = statement<[organizationId: number, id: string, sealed: string, at: Date], { login: string }>(`
  update ad_connection set status = 'broken', broken_at = $4
  where organization_id = $1 and id = $2 and sealed_token = $3 and status = 'working'
  returning login`);

/** Marks a login as broken; undefined when it was already, or has been connected again since the token was read. */
export async function breakConnection(
  { db, organizationId }: Tenancy,
  { id, sealed_token }: Pick<AdConnectionRow, 'id' | 'sealed_token'>,
  at: Date,
): Promise<string | undefined> {
  return (await db.row(breakIt, organizationId, id, sealed_token, at))?.login;
}

const forget = statement<[organizationId: number, id: string, at: Date], never>(`
  update ad_connection set status = 'broken', broken_at = $3, sealed_token = ''
  where organization_id = $1 and id = $2`);

/** Ends the use of a login: it is broken, and its token is forgotten. */
export async function forgetToken({ db, organizationId }: Tenancy, id: string, at: Date): Promise<void> {
  await db.execute(forget, organizationId, id, at);
}

const remove = statement<[organizationId: number, id: string], { login: string; sealed_token: string }>(
  'delete from ad_connection where organization_id = $1 and id = $2 returning login, sealed_token',
);

/** Forgets a login; gives what is needed to end its grant. */
export function removeConnection({ db, organizationId }: Tenancy, id: string) {
  return db.row(remove, organizationId, id);
}

const anywhere = statement<[login: string], { found: boolean }>(
  `select exists (select 1 from ad_connection where login = $1 and sealed_token <> '') as found`,
);

/** Whether any organization is connected through the login: the platform knows one grant for all of them. */
export async function isConnectedAnywhere(db: Queryable, login: string): Promise<boolean> {
  return (await db.row(anywhere, login))?.found ?? false;
}

const reseal = statement<[organizationId: number, id: string, before: string, after: string], never>(`
  update ad_connection set sealed_token = $4 where organization_id = $1 and id = $2 and sealed_token = $3`);

/** Puts the same token under another key. */
export async function resealConnection(
  { db, organizationId }: Tenancy,
  { id, sealed_token }: Pick<AdConnectionRow, 'id' | 'sealed_token'>,
  sealed: string,
): Promise<boolean> {
  return (await db.execute(reseal, organizationId, id, sealed_token, sealed)) > 0;
}
