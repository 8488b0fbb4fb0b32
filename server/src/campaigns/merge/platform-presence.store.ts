import type { Tenancy } from '../../base/context.ts';
import { statement } from '../../base/database.ts';

/** Which campaigns of an account, by their ids in the platform, as of when it was read. */
type Presence = [organizationId: number, accountId: string, platformIds: string[], asOf: Date];

const leave = (which: string) => `
  update campaign set left_at = greatest(left_at, $4)
  where organization_id = $1 and ad_account_id = $2 and platform_id is not null
    and platform_state is distinct from 'removed' and ${which}`;
const leaveThese = statement<Presence, never>(leave('platform_id = any($3)'));
const leaveOthers = statement<Presence, never>(leave('platform_id <> all($3)'));

/** Notes that a campaign was read without our row becoming what was read: the platform need not tell of that again. */
export async function noteLeft(
  { db, organizationId }: Tenancy,
  accountId: string,
  platformId: string,
  asOf: number,
): Promise<void> {
  await db.execute(leaveThese, organizationId, accountId, [platformId], new Date(asOf));
}

/** Nothing here is under way for it, and what is known of it is not newer than what was read. */
const UNDISTURBED = `pending_action is null and pending_state is null
  and (last_synced_at is null or last_synced_at <= $4) and (pushed_at is null or pushed_at <= $4)`;
const REMOVE = `update campaign
  set state = 'paused', state_set_by = null, platform_state = 'removed', unread_since = null, left_at = null, pending_budget = null, last_synced_at = $4, updated_at = $4
  where organization_id = $1 and ad_account_id = $2 and platform_id is not null
    and platform_state is distinct from 'removed' and ${UNDISTURBED}`;

const removeOthers = statement<Presence, never>(`${REMOVE} and platform_id <> all($3)`);

/**
 * Marks the account's campaigns that the platform has no more: they are paused, and can never run again. One on which work
 * is under way is left.
 */
export async function markRemoved(
  { db, organizationId }: Tenancy,
  accountId: string,
  existing: readonly string[],
  asOf: number,
): Promise<number> {
  const others: Presence = [organizationId, accountId, [...existing], new Date(asOf)];
  await db.execute(leaveOthers, ...others);
  return db.execute(removeOthers, ...others);
}

const removeThese = statement<Presence, never>(`${REMOVE} and platform_id = any($3)`);

/** The same for campaigns that are known to be gone. */
export async function markGone(
  { db, organizationId }: Tenancy,
  accountId: string,
  gone: readonly string[],
  asOf: number,
): Promise<number> {
  const these: Presence = [organizationId, accountId, [...gone], new Date(asOf)];
  await db.execute(leaveThese, ...these);
  return db.execute(removeThese, ...these);
}

const check = statement<[...Presence, inStepAt: Date], never>(`
  update campaign set last_synced_at = $4
  where organization_id = $1 and ad_account_id = $2 and platform_id <> all($3)
    and platform_state is distinct from 'removed' and pending_action is null and pending_state is null
    and left_at is null and last_synced_at < $4 and last_synced_at >= $5`);

/** Notes that the account's other campaigns, as far as they were in step then, have not changed until now. */
export async function markChecked(
  { db, organizationId }: Tenancy,
  accountId: string,
  changed: readonly string[],
  { inStepAt, until }: { inStepAt: number; until: number },
): Promise<void> {
  await db.execute(check, organizationId, accountId, [...changed], new Date(until), new Date(inStepAt));
}

const voidNotes = statement<
  [organizationId: number, accountId: string, ahead: Date, now: Date, lastSynced: Date],
  never
>(`
  update campaign set
    last_synced_at = case when last_synced_at > $3 then $5 else last_synced_at end,
    pushed_at = case when pushed_at > $3 then null else pushed_at end,
    unread_since = case when unread_since > $3 then $4 else unread_since end,
    left_at = case when left_at > $3 then $4 else left_at end,
    updated_at = case when updated_at > $3 then $4 else updated_at end
  where organization_id = $1 and ad_account_id = $2
    and (last_synced_at > $3 or pushed_at > $3 or unread_since > $3 or left_at > $3 or updated_at > $3)`);

/**
 * Voids what was noted of the account's campaigns ahead of an instant, and tells of how many: they count as synced long
 * ago, and whatever else was noted as of now.
 */
export function voidNotesAhead(
  { db, organizationId }: Tenancy,
  accountId: string,
  { ahead, now, lastSynced }: { ahead: Date; now: Date; lastSynced: Date },
): Promise<number> {
  return db.execute(voidNotes, organizationId, accountId, ahead, now, lastSynced);
}

const forgetSent = statement<[organizationId: number, accountId: string, names: string[], asOf: Date], never>(`
  update campaign set launch_sent_as = null
  where organization_id = $1 and ad_account_id = $2 and updated_at <= $4
    and (launch_sent_as <> all($3) or launch_sent_as is not null and exists (
      select 1 from campaign other
      where other.organization_id = $1 and other.ad_account_id = $2 and other.id <> campaign.id
        and other.platform_id is not null and other.name = campaign.launch_sent_as))`);

/** What was sent, before the platform was read, under a name that it has not, or that another of our rows has, did not arrive. */
export async function forgetLostLaunches(
  { db, organizationId }: Tenancy,
  accountId: string,
  existing: readonly string[],
  asOf: number,
): Promise<void> {
  await db.execute(forgetSent, organizationId, accountId, [...existing], new Date(asOf));
}

const readLaunches = statement<[organizationId: number, accountId: string, asOf: Date], never>(`
  update campaign set left_at = null
  where organization_id = $1 and ad_account_id = $2 and platform_id is null and left_at < $3`);

/** Everything was read: what was left for a launch before has come in, or is left again as of now. */
export async function noteLaunchesRead(
  { db, organizationId }: Tenancy,
  accountId: string,
  asOf: number,
): Promise<void> {
  await db.execute(readLaunches, organizationId, accountId, new Date(asOf));
}

const unread = statement<[organizationId: number, accountId: string], { platform_id: string | null }>(`
  select platform_id from campaign
  where organization_id = $1 and ad_account_id = $2 and pending_action is null and unread_since is not null
  union all
  select platform_id from campaign
  where organization_id = $1 and ad_account_id = $2 and pending_action is null and pending_state is null
    and left_at is not null and unread_since is null
  union all
  select platform_id from campaign
  where organization_id = $1 and ad_account_id = $2 and pending_action is null
    and launch_sent_as is not null and platform_id is null`);

/** What of an account must be read, whatever the platform tells of changes: it tells of them minutes later, and only once. */
export interface Unread {
  /** Campaigns of which something is not known, or was left. */
  campaignIds: string[];
  /**
   * A launch that may have arrived is looked for: what is not there shows only where everything is read. So does a campaign
   * that was left because it could have been one that was being launched then.
   */
  launches: boolean;
}

/** What must be read of an account as things stand. */
export async function unreadOf({ db, organizationId }: Tenancy, accountId: string): Promise<Unread> {
  const ids = (await db.rows(unread, organizationId, accountId)).map(({ platform_id }) => platform_id);
  return { campaignIds: ids.filter((id) => id !== null), launches: ids.includes(null) };
}

const existing = statement<[organizationId: number, accountId: string], { platform_id: string }>(`
  select platform_id from campaign
  where organization_id = $1 and ad_account_id = $2 and platform_id is not null
    and platform_state is distinct from 'removed'`);

/** The account's campaigns that the platform has as far as is known here. */
export async function existingOf({ db, organizationId }: Tenancy, accountId: string): Promise<string[]> {
  return (await db.rows(existing, organizationId, accountId)).map(({ platform_id }) => platform_id);
}

const leaveLaunch = statement<[organizationId: number, accountId: string, name: string, asOf: Date], never>(`
  update campaign set left_at = greatest(left_at, $4)
  where organization_id = $1 and ad_account_id = $2 and platform_id is null and $3 in (name, launch_sent_as)
    and pending_state is not null`);

/**
 * Whether a campaign of that name, or sent under it before, is on its way to the platform: there it may have arrived, here
 * nobody knows yet. It is noted at that one that something was left.
 */
export async function isLeftForLaunch(
  { db, organizationId }: Tenancy,
  accountId: string,
  name: string,
  asOf: number,
): Promise<boolean> {
  return (await db.execute(leaveLaunch, organizationId, accountId, name, new Date(asOf))) > 0;
}
