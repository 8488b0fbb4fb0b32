import type { Tenancy } from '../base/context.ts';
import { columns, type Queryable, statement } from '../base/database.ts';
import type { AccountChoice } from '../ports/ad-platform.ts';

/**
 * An ad account of an organization. `linked`: a connected login reaches it. `pending`: the login behind it broke and has
 * to be connected again, or works and has lost this account. `not_linked`: its login was disconnected, the account was
 * given up, or it never had a login.
 */
export interface AdAccountRow {
  id: string;
  status: 'linked' | 'pending' | 'not_linked';
  selected: boolean;
  name: string;
  currency: string | null;
  time_zone: string | null;
  login_customer_id: string | null;
  connection_id: string | null;
  last_structure_sync_at: string | null;
  change_cursor: string | null;
  days_synced_at: string | null;
  weeks_synced_at: string | null;
  months_synced_at: string | null;
  latest_day: string | null;
  /** When everything was last asked for anew; may lie a moment ahead. */
  sync_asked_at: string | null;
  /** Since when it holds more than can be read whole, and when that was last found; null where everything can be read. */
  too_large_since: string | null;
  too_large_at: string | null;
}

const COLUMNS = columns<AdAccountRow>({
  id: 'id',
  status: 'status',
  selected: 'selected',
  name: 'name',
  currency: 'currency',
  time_zone: 'time_zone',
  login_customer_id: 'login_customer_id',
  connection_id: 'connection_id',
  last_structure_sync_at: 'last_structure_sync_at',
  change_cursor: 'change_cursor',
  days_synced_at: 'days_synced_at',
  weeks_synced_at: 'weeks_synced_at',
  months_synced_at: 'months_synced_at',
  latest_day: 'latest_day',
  sync_asked_at: 'sync_asked_at',
  too_large_since: 'too_large_since',
  too_large_at: 'too_large_at',
});

const one = statement<[organizationId: number, id: string], AdAccountRow>(
  `select ${COLUMNS} from ad_account where organization_id = $1 and id = $2`,
);

/** One ad account. */
export function findAdAccount({ db, organizationId }: Tenancy, id: string): Promise<AdAccountRow | undefined> {
  return db.row(one, organizationId, id);
}

const list = statement<[organizationId: number], AdAccountRow>(
  `select ${COLUMNS} from ad_account where organization_id = $1 order by created_at, id`,
);

/** The ad accounts of an organization, the oldest first. */
export function listAdAccounts({ db, organizationId }: Tenancy): Promise<AdAccountRow[]> {
  return db.rows(list, organizationId);
}

const others = statement<[organizationId: number, id: string], { count: number }>(
  'select count(*)::integer as count from ad_account where organization_id = $1 and id <> $2',
);

/** How many ad accounts an organization has besides one, those given up among them. */
export async function countOtherAccounts({ db, organizationId }: Tenancy, id: string): Promise<number> {
  return (await db.row(others, organizationId, id))?.count ?? 0;
}

const link = statement<
  [
    organizationId: number,
    id: string,
    name: string,
    currency: string,
    timeZone: string,
    through: string | null,
    connection: string,
    at: Date,
  ],
  never
>(`
  insert into ad_account (organization_id, id, status, selected, name, currency, time_zone, login_customer_id,
    connection_id, created_at)
  values ($1, $2, 'linked', true, $3, $4, $5, $6, $7, $8)
  on conflict (organization_id, id) do update
    set status = 'linked', selected = true, name = excluded.name, currency = excluded.currency,
      time_zone = excluded.time_zone, login_customer_id = excluded.login_customer_id,
      connection_id = excluded.connection_id,
      linked_again_at = case when ad_account.status = 'not_linked' then excluded.created_at
        else ad_account.linked_again_at end`);
const unselectOthers = statement<[organizationId: number, id: string], never>(
  'update ad_account set selected = false where organization_id = $1 and id <> $2 and selected',
);

/** Links an account through a login and makes it the one that new campaigns are made in. */
export async function linkAndSelect(
  { db, organizationId }: Tenancy,
  { customerId, name, currency, timeZone, loginCustomerId }: AccountChoice,
  connectionId: string,
  at: Date,
): Promise<void> {
  await db.execute(link, organizationId, customerId, name, currency, timeZone, loginCustomerId, connectionId, at);
  await db.execute(unselectOthers, organizationId, customerId);
}

const linkedAgain = statement<[organizationId: number, id: string, after: string], { id: string }>(`
  select id from ad_account where organization_id = $1 and id = $2 and linked_again_at > $3::timestamptz`);

/** Whether an account was given up or disconnected and linked again after that: nobody saw what became of it meanwhile. */
export async function wasLinkedAgain({ db, organizationId }: Tenancy, id: string, after: string): Promise<boolean> {
  return (await db.row(linkedAgain, organizationId, id, after)) !== undefined;
}

const relink = statement<[organizationId: number, connection: string, reached: string[]], { id: string }>(`
  update ad_account a set status = 'linked' from ad_connection c
  where a.organization_id = $1 and a.connection_id = $2 and a.status = 'pending' and a.id = any($3)
    and c.organization_id = $1 and c.id = $2 and c.status = 'working' returning a.id`);

/** Links the accounts again that waited and that their login reaches; others go on waiting. */
export async function relinkAccounts(
  { db, organizationId }: Tenancy,
  connectionId: string,
  reached: readonly string[],
): Promise<string[]> {
  return (await db.rows(relink, organizationId, connectionId, [...reached])).map(({ id }) => id);
}

const wait = statement<[organizationId: number, connection: string], never>(`
  update ad_account set status = 'pending' where organization_id = $1 and connection_id = $2`);

/** Makes the accounts of a broken login wait for it, and tells how many there are. */
export function makeAccountsWait({ db, organizationId }: Tenancy, connectionId: string): Promise<number> {
  return db.execute(wait, organizationId, connectionId);
}

const waitAlone = statement<[organizationId: number, id: string, connection: string, sealed: string], never>(`
  update ad_account a set status = 'pending' from ad_connection c
  where a.organization_id = $1 and a.id = $2 and a.connection_id = $3 and a.status = 'linked'
    and c.organization_id = $1 and c.id = $3 and c.sealed_token = $4`);

/**
 * Makes one account wait that its login has lost; false when it waits already, or its login has been connected again
 * since the token was read.
 */
export async function makeAccountWait(
  { db, organizationId }: Tenancy,
  accountId: string,
  connection: { id: string; sealed_token: string },
): Promise<boolean> {
  return (await db.execute(waitAlone, organizationId, accountId, connection.id, connection.sealed_token)) > 0;
}

const unlink = statement<[organizationId: number, connection: string], never>(`
  update ad_account set status = 'not_linked', connection_id = null
  where organization_id = $1 and connection_id = $2`);

/** Unlinks the accounts of a login that was disconnected. */
export async function unlinkAccounts({ db, organizationId }: Tenancy, connectionId: string): Promise<void> {
  await db.execute(unlink, organizationId, connectionId);
}

const giveUp = statement<[organizationId: number, id: string], never>(`
  update ad_account set status = 'not_linked', selected = false, connection_id = null
  where organization_id = $1 and id = $2`);

/** Unlinks an account that the organization gave up; what is known of it stays. */
export async function unlinkAccount({ db, organizationId }: Tenancy, id: string): Promise<void> {
  await db.execute(giveUp, organizationId, id);
}

const afterLinked = statement<
  [organizationId: number, id: string, limit: number],
  { organization_id: number; id: string }
>(`
  select organization_id, id from ad_account
  where status = 'linked' and (organization_id, id) > ($1, $2) order by organization_id, id limit $3`);

const afterWaiting = statement<
  [organizationId: number, id: string, limit: number],
  { organization_id: number; id: string }
>(`
  select a.organization_id, a.id from ad_account a
  join ad_connection c on c.organization_id = a.organization_id and c.id = a.connection_id and c.status = 'working'
  where a.status = 'pending' and (a.organization_id, a.id) > ($1, $2) order by a.organization_id, a.id limit $3`);

const ACCOUNTS_AT_ONCE = 500;

/** An account among those of all organizations. */
export interface AnyAccount {
  organizationId: number;
  accountId: string;
}

/** The linked accounts of all organizations, a few at a time. */
export function linkedAccounts(db: Queryable): AsyncGenerator<AnyAccount[]> {
  return accountsOf(db, afterLinked);
}

/** The accounts that a working login has lost, of all organizations. */
export function lostAccounts(db: Queryable): AsyncGenerator<AnyAccount[]> {
  return accountsOf(db, afterWaiting);
}

async function* accountsOf(db: Queryable, after: typeof afterLinked): AsyncGenerator<AnyAccount[]> {
  let last = { organization_id: 0, id: '' };
  for (;;) {
    const rows = await db.rows(after, last.organization_id, last.id, ACCOUNTS_AT_ONCE);
    if (rows.length > 0) yield rows.map((row) => ({ organizationId: row.organization_id, accountId: row.id }));
    const end = rows.at(-1);
    if (!end || rows.length < ACCOUNTS_AT_ONCE) return;
    last = end;
  }
}
