import { withAdAccount } from '../ad-accounts/account-access.ts';
import type { Tenancy } from '../base/context.ts';
import { Refusal } from '../base/errors.ts';
import type { AdRow } from '../campaigns/ads-of-campaign.store.ts';
import { mustNotBeMadeBefore } from '../campaigns/after-lost-try.ts';
import { lockCampaignById, updateCampaignRow } from '../campaigns/campaign.store.ts';
import { keepPlatformIds, type PlatformIds } from '../campaigns/campaign-write.store.ts';
import { adOnItsWay, forgetAdSent, markAdSent } from '../campaigns/drafts/new-ad.store.ts';
import { adSpec, idsOfFound, idsOfLaunched, type WordedAds } from '../campaigns/launch/launch-spec.ts';
import { isLaunchUnknown } from '../campaigns/launch-unknown.ts';
import { requesterStands } from '../identity/requester.ts';
import {
  type AdAccount,
  AdPlatformError,
  campaignRemoved,
  type PlatformAd,
  type PlatformCampaign,
  type PlatformWrite,
} from '../ports/ad-platform.ts';
import { HasToWait, TaskFailure } from '../tasks/failure-reasons.ts';
import { newestTaskAbout } from '../tasks/task.store.ts';
import type { TaskContext } from '../tasks/task.ts';
import { brokeOff, certainlyDidNotArrive, isDeclined, NotApproved } from '../writes/actions/failures.ts';
import { notePlatformWrites } from '../writes/actions/platform-write.store.ts';
import type { Approval } from '../writes/approvals/approval.ts';
import { isHeldSince } from '../writes/approvals/held-since.ts';
import type { AdInCampaign } from './ad-in-campaign.ts';

const BEING_LAUNCHED = 'The campaign is still on its way to Google Ads.';
const LOOKS_AGAIN_SECONDS = 5;
/** What is asked of whoever wants an ad, as long as it was not sent. */
const SCOPE = 'campaigns:write';

/** Whether an ad was brought to the platform, waits with its campaign, or may not be sent without approval. */
type Pushed = 'sent' | 'waits' | 'held';

/** Brings a written ad to the platform, once; on a campaign that was never there it waits. */
export async function pushAd(written: AdInCampaign, approval: Approval, context: TaskContext): Promise<Pushed> {
  try {
    return await push(written, approval, context);
  } catch (error) {
    throw isDeclared(error) ? error : brokeOff(error);
  }
}

/**
 * What waited since an earlier try ends as soon as it may no longer be made: whoever lost the right to it may have that again
 * by the time at which the platform can be told. What may have arrived is looked for all the same.
 */
export async function mustStillBeWanted(
  { ad, campaign }: AdInCampaign,
  { approved_by: approvedBy }: Approval,
  context: TaskContext,
): Promise<void> {
  if (!context.triedBefore || campaign.platform_id === null) return;
  if ((await adOnItsWay(context, ad.id))?.sent_at !== null) return;
  await requesterStands(context, { ...context, scope: SCOPE, approvedBy });
}

/** Whether an error says itself what it means for the ad. */
function isDeclared(error: unknown): boolean {
  return error instanceof AdPlatformError || error instanceof TaskFailure || error instanceof Refusal;
}

async function push({ ad, campaign, words }: AdInCampaign, approval: Approval, context: TaskContext): Promise<Pushed> {
  const { platform_id, ad_account_id } = campaign;
  if (ad.platform_id !== null) return 'sent';
  if (platform_id === null) {
    if (campaign.pending_action !== null) throw new HasToWait(BEING_LAUNCHED, LOOKS_AGAIN_SECONDS);
    if (isLaunchUnknown(campaign)) throw new TaskFailure('task_error', BEING_LAUNCHED, { retryable: true });
    return 'waits';
  }
  const { approved, approved_by: approvedBy } = approval;
  await context.stage('Bringing the ad to Google Ads');
  const alone = { ...words, ads: [ad] };
  const beforeChange = async () => {
    await requesterStands(context, { ...context, scope: SCOPE, approvedBy });
    // The platform may have let us wait since it was asked last.
    if (await isHeldSince(context, approved)) throw new NotApproved();
  };
  const options = { signal: context.signal, forChange: true, beforeChange };
  const sent = await withAdAccount(context, ad_account_id ?? '', options, (account) =>
    sendOnce(account, { ...campaign, platform_id }, { ad, parts: alone, approved }, context),
  );
  if (sent === 'held') return sent;
  const { ids, wrote } = sent;
  const isHere = await context.database.transaction(async (db) => {
    const own = { ...context, db };
    const now = context.clock.now();
    await notePlatformWrites(own, campaign.id, wrote, new Date(now));
    await lockCampaignById(own, campaign.id);
    const row = await adOnItsWay(own, ad.id);
    // Whoever removed it removed it there as well; and one that was put back since has other ids.
    if (row?.platform_id === null) await keepPlatformIds(own, campaign.id, ids);
    await updateCampaignRow(own, campaign.id, { pushed_at: new Date(now).toISOString() }, now);
    return row !== undefined;
  });
  if (!isHere) throw removedMeanwhile();
  return 'sent';
}

/** Whether a try to bring an ad to the platform is under way right now; between tries nothing is. */
export async function isBeingPushed(tenancy: Tenancy, adId: number): Promise<boolean> {
  return (await statusOfPush(tenancy, adId)) === 'running';
}

/** Whether an ad is still to be brought to the platform, by a try under way or a later one. */
export async function isOnItsWay(tenancy: Tenancy, adId: number): Promise<boolean> {
  const status = await statusOfPush(tenancy, adId);
  return status === 'running' || status === 'queued';
}

async function statusOfPush({ db, organizationId }: Tenancy, adId: number) {
  return (await db.row(newestTaskAbout, organizationId, `ad:${adId}`))?.status;
}

/** For an ad that somebody removed before it was finished. */
export function removedMeanwhile(): TaskFailure {
  return new TaskFailure('task_error', 'The ad was removed before it was finished.');
}

interface Sent {
  ids: PlatformIds;
  wrote: PlatformWrite[];
}

/**
 * Names of ads are unique in their campaign: after an answer that never came, the ad of that name is ours, because
 * before the first try there was none.
 */
async function sendOnce(
  account: AdAccount,
  { id, platform_id: platformId }: { id: number; platform_id: string },
  { ad, parts, approved }: { ad: AdRow; parts: WordedAds; approved: boolean },
  context: TaskContext,
): Promise<Sent | 'held'> {
  const { campaign, found } = await namesake(account, platformId, ad);
  const row = await adOnItsWay(context, ad.id);
  if (!row) throw removedMeanwhile();
  const { sent_at: sentAt } = row;
  const sentBefore = sentAt !== null;
  if (found && sentBefore) return asOurs(account, { campaign, found }, { ad, parts });
  if (found) throw nameTaken();
  if (sentBefore) {
    const missing = { campaignId: id, there: campaign, name: ad.name, sentAt };
    await mustNotBeMadeBefore(missing, account, { ...context, mayHaveArrived: true }).catch(asMadeBefore);
  }
  if (!(await markUnlessGoing(context, id, { id: ad.id, approved }))) return 'held';
  try {
    const added = await account.addAd(platformId, adSpec(ad, parts));
    return { ids: idsOfLaunched(parts, { negativeIds: [], ads: [added] }), wrote: added.wrote };
  } catch (error) {
    // The platform may have been busy with an earlier try, and decline this one because of that.
    const late = sentBefore && isDeclined(error) ? await namesake(account, platformId, ad) : undefined;
    if (late?.found) return asOurs(account, { ...late, found: late.found }, { ad, parts });
    if (isDeclined(error) || (!sentBefore && certainlyDidNotArrive(error))) await forgetAdSent(context, ad.id);
    if (error instanceof NotApproved) return 'held';
    if (!(error instanceof AdPlatformError) || !error.uncertain) throw error;
    await notePlatformWrites(context, id, error.intended, new Date(context.clock.now()));
    const message = 'Google Ads has not said whether it took the ad.';
    throw new TaskFailure('task_error', message, { retryable: true, cause: error });
  }
}

function asMadeBefore(error: unknown): never {
  if (!(error instanceof Refusal)) throw error;
  const message =
    'The ad was made in Google Ads when it was sent, and has another name there, or was removed: it is not made again.';
  throw new TaskFailure('task_error', message, { cause: error });
}

/** A campaign as the platform has it, and its ad of that name; undefined where there is none. */
async function namesake(
  account: AdAccount,
  platformId: string,
  ad: Pick<AdRow, 'name'>,
): Promise<{ campaign: PlatformCampaign; found: PlatformAd | undefined }> {
  const campaign = await account.readCampaign(platformId);
  if (!campaign) throw campaignRemoved();
  const found = campaign.ads.find(({ name }) => name.toLowerCase() === ad.name.toLowerCase());
  return { campaign, found };
}

async function asOurs(
  account: AdAccount,
  { campaign, found }: { campaign: PlatformCampaign; found: PlatformAd },
  { ad, parts }: { ad: AdRow; parts: WordedAds },
): Promise<Sent> {
  const ids = idsOfFound(parts, { ...campaign, negatives: [], ads: [{ ...found, name: ad.name }] });
  return { ids, ...(await account.writtenWith(found)) };
}

/**
 * The last moment before an ad is sent. Removals hold the campaign as well: either they see that it was sent, and look for
 * it there, or it is gone by now. One that was sent before may be on its way out. False where it may not be sent, because
 * approvals came on: where an earlier try arrives late all the same, the next sync finds it.
 */
async function markUnlessGoing(
  context: TaskContext,
  campaignId: number,
  { id: adId, approved }: { id: number; approved: boolean },
): Promise<boolean> {
  return context.database.transaction(async (db) => {
    const own = { ...context, db };
    const held = await isHeldSince(own, approved);
    const campaign = await lockCampaignById(own, campaignId);
    const row = await adOnItsWay(own, adId);
    if (!campaign || !row) throw removedMeanwhile();
    const mayBeGoing = row.sent_at !== null && campaign.pending_action !== null;
    if (mayBeGoing || row.platform_id !== null) throw beingChanged();
    if (held) return false;
    await markAdSent(own, adId, new Date(context.clock.now()));
    return true;
  });
}

function beingChanged(): TaskFailure {
  return new TaskFailure('task_error', 'Another change to the campaign is still under way.', { retryable: true });
}

function nameTaken(): AdPlatformError {
  return new AdPlatformError(
    'google_ads_refused',
    'Google Ads has an ad of that name in the campaign already; use another name.',
  );
}
