import type { Tenancy } from '../base/context.ts';
import { statement, type Transaction } from '../base/database.ts';
import type { AccountInfo } from '../ports/ad-platform.ts';

const structure = statement<[organizationId: number, id: string, cursor: string, full: boolean, asOf: Date], never>(`
  update ad_account set change_cursor = $3::timestamptz,
    last_structure_sync_at = case when $4 then $5 else last_structure_sync_at end,
    too_large_since = case when $4 then null else too_large_since end,
    too_large_at = case when $4 then null else too_large_at end
  where organization_id = $1 and id = $2`);

/** Notes up to when the changes of an account are in; `full` when everything was read. */
export async function noteStructure(
  { db, organizationId }: Tenancy,
  accountId: string,
  read: { cursor: string; full: boolean; asOf: Date },
): Promise<void> {
  await db.execute(structure, organizationId, accountId, read.cursor, read.full, read.asOf);
}

const tooLarge = statement<[organizationId: number, id: string, at: Date], never>(`
  update ad_account set too_large_since = coalesce(too_large_since, $3), too_large_at = $3
  where organization_id = $1 and id = $2`);

/** Notes that an account holds more than can be read whole. */
export async function noteTooLarge({ db, organizationId }: Tenancy, accountId: string, at: Date): Promise<void> {
  await db.execute(tooLarge, organizationId, accountId, at);
}

const facts = statement<[organizationId: number, id: string, name: string, currency: string, zone: string], never>(`
  update ad_account set name = $3, currency = $4, time_zone = $5
  where organization_id = $1 and id = $2 and (name, currency, time_zone) is distinct from ($3, $4, $5)`);

/** Keeps what the platform says of the account itself. */
export async function noteAccountInfo({ db, organizationId }: Tenancy, info: AccountInfo): Promise<void> {
  await db.execute(facts, organizationId, info.customerId, info.name, info.currency, info.timeZone);
}

const figures = statement<[organizationId: number, id: string, at: Date, weeks: boolean, months: boolean], never>(`
  update ad_account set days_synced_at = $3,
    weeks_synced_at = case when $4 then $3 else weeks_synced_at end,
    months_synced_at = case when $5 then $3 else months_synced_at end
  where organization_id = $1 and id = $2`);

/** Notes when the figures were read, by the platform's clock; reading the longer period includes the shorter. */
export async function noteFigures(
  { db, organizationId }: Tenancy,
  accountId: string,
  read: { at: Date; weeks: boolean; months: boolean },
): Promise<void> {
  await db.execute(figures, organizationId, accountId, read.at, read.weeks, read.months);
}

const startOver = statement<[organizationId: number, id: string, at: Date], never>(`
  update ad_account set last_structure_sync_at = null, weeks_synced_at = null,
    months_synced_at = null, sync_asked_at = $3
  where organization_id = $1 and id = $2`);

/** Makes everything due again, because somebody asks for it as of then; up to when days are in stays known. */
export async function forgetProgress({ db, organizationId }: Tenancy, accountId: string, at: Date): Promise<void> {
  await db.execute(startOver, organizationId, accountId, at);
}

const voidAll = statement<[organizationId: number, id: string, from: Date], never>(`
  update ad_account set change_cursor = case when change_cursor > $3 then $3 else change_cursor end,
    last_structure_sync_at = null, too_large_at = null, sync_asked_at = null
  where organization_id = $1 and id = $2`);

/** Makes the campaigns of an account due, and what changed in them from an instant on, because our notes cannot be trusted. */
export async function voidProgress({ db, organizationId }: Tenancy, accountId: string, from: Date): Promise<void> {
  await db.execute(voidAll, organizationId, accountId, from);
}

const latestDays = statement<[organizationId: number], never>(`
  update ad_account a set latest_day = f.latest_day
  from (
    select c.ad_account_id, max(d.day) as latest_day
    from campaign c
    left join lateral (
      select max(day) as day from campaign_day where organization_id = $1 and campaign_id = c.id
    ) d on true
    where c.organization_id = $1 group by c.ad_account_id
  ) f
  where a.organization_id = $1 and a.id = f.ad_account_id and a.latest_day is distinct from f.latest_day`);

/** Keeps the last day that each account has figures of. */
export async function writeLatestDays(transaction: Transaction, organizationId: number): Promise<void> {
  await transaction.execute(latestDays, organizationId);
}
