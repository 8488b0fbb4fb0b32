import { mergeCampaign, mergeSettings } from '../../campaigns/merge/merge-campaign.ts';
import {
  existingOf,
  forgetLostLaunches,
  markChecked,
  markGone,
  markRemoved,
  noteLaunchesRead,
  unreadOf,
} from '../../campaigns/merge/platform-presence.store.ts';
import { type AdAccount, AdPlatformError, type PlatformCampaign } from '../../ports/ad-platform.ts';
import type { TaskContext } from '../../tasks/task.ts';
import { noteAccountInfo, noteStructure, noteTooLarge } from '../account-progress.store.ts';
import type { AdAccountRow } from '../ad-account.store.ts';

/** The platform may tell of a change this much later; what it has not told of until then did not happen. */
const LATEST_NEWS_MS = 5 * 60_000;

/** How many campaigns came in, went, or were left for the next time because something here is under way. */
export interface CampaignsRead {
  imported: number;
  updated: number;
  removed: number;
  left: number;
}

/** Reads every campaign of the account; those the platform no longer has are marked as removed. */
export async function syncEverything(
  context: TaskContext,
  platform: AdAccount,
  { id: accountId }: AdAccountRow,
): Promise<CampaignsRead> {
  const asOf = context.clock.now();
  const { account, campaigns } = await platform.structure();
  await noteAccountInfo(context, account);
  const read = await mergeAll(context, accountId, campaigns, asOf);
  read.removed = await markRemoved(
    context,
    accountId,
    campaigns.map(({ id }) => id),
    asOf,
  );
  await forgetLostLaunches(
    context,
    accountId,
    campaigns.map(({ name }) => name),
    asOf,
  );
  await noteLaunchesRead(context, accountId, asOf);
  const at = new Date(asOf);
  await noteStructure(context, accountId, { cursor: at.toISOString(), full: true, asOf: at });
  return read;
}

/**
 * Reads what changed since the cursor and what must be read in any case; undefined when that cannot be told. Of an account
 * that is too large to be read whole every campaign that is known is read then.
 */
export async function syncChanges(
  context: TaskContext,
  platform: AdAccount,
  { change_cursor: since, id: accountId, too_large_since: tooLarge }: AdAccountRow,
): Promise<CampaignsRead | undefined> {
  const asOf = context.clock.now();
  const unread = await unreadOf(context, accountId);
  const changed = since === null ? undefined : await platform.changedSince(since);
  if (since === null || changed === undefined) return undefined;
  if (changed.everything && tooLarge === null) return undefined;
  const told = changed.everything ? await existingOf(context, accountId) : changed.campaignIds;
  const campaignIds = [...new Set([...told, ...unread.campaignIds])];
  const read = await syncThese(context, platform, accountId, campaignIds, asOf);
  // One that was too large to be read whole is not in step, although nothing more was told of it since.
  const inStepAt = tooLarge === null ? 0 : Date.parse(since) - 2 * LATEST_NEWS_MS;
  await markChecked(context, accountId, campaignIds, { inStepAt, until: asOf - LATEST_NEWS_MS });
  await noteStructure(context, accountId, { cursor: changed.cursor, full: false, asOf: new Date(asOf) });
  return read;
}

/**
 * Reads campaigns together, or where they are too large for that in halves. One that is too large by itself comes in
 * without what is below it: what it spends is known all the same.
 */
async function syncThese(
  context: TaskContext,
  platform: AdAccount,
  accountId: string,
  campaignIds: readonly string[],
  asOf: number,
): Promise<CampaignsRead> {
  if (campaignIds.length === 0) return nothingRead();
  try {
    const { campaigns } = await platform.structure({ campaignIds });
    const read = await mergeAll(context, accountId, campaigns, asOf);
    const found = new Set(campaigns.map(({ id }) => id));
    const gone = campaignIds.filter((id) => !found.has(id));
    return { ...read, removed: await markGone(context, accountId, gone, asOf) };
  } catch (error) {
    if (!isTooMuch(error)) throw error;
    await noteTooLarge(context, accountId, new Date(asOf));
  }
  const [first, ...others] = campaignIds;
  if (first !== undefined && others.length === 0) return syncSettings(context, platform, accountId, first, asOf);
  const half = Math.ceil(campaignIds.length / 2);
  const one = await syncThese(context, platform, accountId, campaignIds.slice(0, half), asOf);
  const other = await syncThese(context, platform, accountId, campaignIds.slice(half), asOf);
  return added(one, other);
}

async function syncSettings(
  context: TaskContext,
  platform: AdAccount,
  accountId: string,
  campaignId: string,
  asOf: number,
): Promise<CampaignsRead> {
  const settings = await platform.readSettings(campaignId);
  if (!settings) return { ...nothingRead(), removed: await markGone(context, accountId, [campaignId], asOf) };
  const merged = await mergeSettings(context, accountId, settings, asOf);
  return merged === 'unknown' ? nothingRead() : { ...nothingRead(), [merged]: 1 };
}

/** Whether an account, or what was asked for of it, is more than can be read. */
export function isTooMuch(error: unknown): error is AdPlatformError {
  return error instanceof AdPlatformError && error.tooMuch;
}

const nothingRead = (): CampaignsRead => ({ imported: 0, updated: 0, removed: 0, left: 0 });

function added(one: CampaignsRead, other: CampaignsRead): CampaignsRead {
  return {
    imported: one.imported + other.imported,
    updated: one.updated + other.updated,
    removed: one.removed + other.removed,
    left: one.left + other.left,
  };
}

async function mergeAll(
  context: TaskContext,
  accountId: string,
  campaigns: readonly PlatformCampaign[],
  asOf: number,
): Promise<CampaignsRead> {
  const read = nothingRead();
  for (const campaign of campaigns) {
    context.signal.throwIfAborted();
    read[await mergeCampaign(context, accountId, campaign, asOf)] += 1;
  }
  return read;
}
