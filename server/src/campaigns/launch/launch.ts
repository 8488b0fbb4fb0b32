import type { Tenancy } from '../../base/context.ts';
import { Refusal } from '../../base/errors.ts';
import {
  type AdAccount,
  AdPlatformError,
  type CampaignUpdate,
  type PlatformCampaign,
} from '../../ports/ad-platform.ts';
import { certainlyDidNotArrive, NoLongerAllowed, StoppedBefore } from '../../writes/actions/failures.ts';
import { lockBudgets } from '../../writes/budget-lock.store.ts';
import type { Outcome, PlatformWork, Telling } from '../../writes/step.ts';
import { mustNotBeStopped, mustNotBeUnderAnotherName } from '../after-lost-try.ts';
import { capRefusal, limitsFor } from '../budget-rules.ts';
import { excludedLocations, findCampaignById } from '../campaign.store.ts';
import { type CampaignParts, campaignParts } from '../campaign-parts.store.ts';
import { foundDone } from '../campaign-step.ts';
import { countPending, isAnothers } from '../campaign-write.store.ts';
import { changedThere } from '../changed-there.ts';
import { launchable } from './launch-rules.ts';
import { idsOfFound, idsOfLaunched, launchSpec } from './launch-spec.ts';

const DUPLICATE_NAME = 'campaignError.DUPLICATE_CAMPAIGN_NAME';

/** A status that the platform was told, and what was found to be otherwise than we knew. */
interface Told {
  update: Extract<CampaignUpdate, { applied: true }>;
  details: { found_budget?: string };
}

/** What launching needs to know of the change, and leaves noted on it. */
interface Launch {
  campaign_id: number;
  budget?: string | undefined;
  ads?: number[] | undefined;
  sent?: boolean | undefined;
  sent_at?: string | undefined;
}

/** What setting the status needs to know of the change, and leaves noted on it. */
interface StatusChange {
  campaign_id: number;
  to: 'live' | 'paused' | 'draft';
  budget?: string | undefined;
  already?: boolean | undefined;
}

/**
 * Makes a campaign that the platform knows run or rest. Between paused and draft it rests all the while: the platform
 * has nothing to do, and nobody else did it.
 */
export async function setStatus<Change extends StatusChange>(
  change: Change,
  platformId: string,
  account: AdAccount,
  work: PlatformWork<Change>,
): Promise<Outcome> {
  const campaign = await findCampaignById(work, change.campaign_id);
  const wished = change.to === 'live' ? 'live' : 'paused';
  const { update, details } =
    wished === 'live'
      ? await letRun(platformId, { ...change, budget: change.budget ?? campaign?.budget }, account, work)
      : await letRest(platformId, account);
  const isOursAlone = !update.already || campaign?.platform_state === wished;
  const found = isOursAlone ? {} : (await foundDone(change, work)).details;
  return { details: { ...details, ...found }, wrote: update.wrote };
}

async function letRest(platformId: string, account: AdAccount): Promise<Told> {
  const update = await account.updateCampaign(platformId, { status: 'paused' });
  if (!update.applied) throw new Error('a stop expects nothing of what it stops');
  return { update, details: {} };
}

/**
 * It runs with the budget that the limits were checked for. Where somebody changed that in the platform and nobody had
 * noticed, the cap is asked about theirs, and that is what is kept; but nobody approved that. So it is at each try: that an
 * earlier one may have arrived does not say who has set the budget, or when.
 */
async function letRun(
  platformId: string,
  { campaign_id, budget }: Pick<StatusChange, 'campaign_id' | 'budget'>,
  account: AdAccount,
  work: Telling & Pick<PlatformWork<unknown>, 'mayHaveArrived'>,
): Promise<Told> {
  const enable = (held: string | undefined) =>
    account.updateCampaign(platformId, { status: 'enabled' }, held ? { expected: { budget: held } } : {});
  await mustNotBeStopped({ platformId, campaignId: campaign_id }, account, work);
  const update = await enable(budget);
  const { budget: theirs } = update.campaign;
  // Somebody may have let it run there, with what they liked.
  const isTheirs = budget !== undefined && Number(theirs) !== Number(budget);
  if (update.applied && !(update.already && isTheirs)) return { update, details: {} };
  const refusal = work.approved ? undefined : await countTheirs(campaign_id, theirs, work);
  // What a try of ours may have let run is not told as refused by a limit: that would say that it rests.
  const mayRunByUs = update.applied && work.mayHaveArrived;
  if (work.approved || (refusal && mayRunByUs))
    throw await changedThere({ budget: budget ?? null }, campaign_id, update.campaign, work);
  if (refusal) throw new NoLongerAllowed(refusal);
  const again = await enable(theirs);
  if (!again.applied) throw await changedThere({ budget: theirs }, campaign_id, again.campaign, work);
  return { update: again, details: { found_budget: theirs } };
}

/**
 * Asks the cap about theirs. Others that ask at the same time find it counted; nothing is held while the platform is told.
 */
function countTheirs(campaign_id: number, theirs: string, work: Telling): Promise<Refusal | undefined> {
  return work.database.transaction(async (db) => {
    const own = { ...work, db };
    await lockBudgets(own);
    const refusal = capRefusal({ campaign_id, from: '0', to: theirs }, await limitsFor(campaign_id, own));
    if (!refusal) await countPending(own, campaign_id, theirs);
    return refusal;
  });
}

/**
 * Creates the campaign in the platform, once. Names are unique there: after an answer that never came, the campaign of
 * that name is ours, because before the first try there was none, and no other of ours is sent under it meanwhile.
 */
export async function launch<Change extends Launch>(
  change: Change,
  account: AdAccount,
  work: PlatformWork<Change>,
): Promise<Outcome> {
  const campaign = await findCampaignById(work, change.campaign_id);
  if (!campaign) throw new Refusal('not_found', 'The campaign is gone.');
  const parts = decidedOn(change, launchable(await campaignParts(work, campaign.id)));
  const excluded = await excludedLocations(work, campaign.id);
  const sentAs = campaign.launch_sent_as;
  const lost = sentAs === null ? null : await ownOf(campaign.id, sentAs, account, work);
  // What a lost launch made may rest by now, or have another budget.
  const takeUp = async (ours: PlatformCampaign): Promise<Outcome> => {
    const { update, details } = await letRun(
      ours.id,
      { ...change, budget: change.budget ?? campaign.budget },
      account,
      work,
    );
    return { details: { ...arrived(parts, ours).details, ...details }, wrote: update.wrote };
  };
  if (lost) {
    await work.note({ ...change, sent: true });
    return takeUp(lost);
  }
  const found = await account.findCampaign(campaign.name);
  if (found && change.sent && !(await isAnothers(work, found.id, campaign.id)))
    return work.forStop ? arrived(parts, found) : takeUp(found);
  if (found) throw nameTaken();
  if (work.forStop) throw new StoppedBefore();
  if (change.sent) await mustNotBeUnderAnotherName({ ...change, name: campaign.name }, account, work);
  const now = new Date(work.clock.now()).toISOString();
  await work.note({ ...change, sent: true, sent_at: change.sent_at ?? now });
  try {
    const launched = await account.launch(launchSpec(campaign, parts, excluded));
    const { campaignId: platform_id, budgetId: platform_budget_id, wrote } = launched;
    return { details: { platform_id, platform_budget_id, platform_ids: idsOfLaunched(parts, launched) }, wrote };
  } catch (error) {
    const late =
      (change.sent || sentAs === campaign.name) &&
      isNameTaken(error) &&
      (await ownOf(campaign.id, campaign.name, account, work));
    if (late) return takeUp(late);
    if (!change.sent && certainlyDidNotArrive(error)) await work.note(change);
    throw error;
  }
}

/**
 * The parts without ads that were written since the launch was decided on: whoever asked for one of those may no longer have
 * it sent, which the work that wrote it finds out before it sends it.
 */
function decidedOn({ ads }: Launch, parts: CampaignParts): CampaignParts {
  if (ads === undefined) return parts;
  const written = new Set(ads);
  return { ...parts, ads: parts.ads.filter(({ id }) => written.has(id)) };
}

/**
 * Stops a campaign whose launch was sent and never answered. Where it did arrive it is ours from now on; where nothing of
 * that name is there, there is nothing to stop.
 */
export async function stopSent<Change extends StatusChange & { sent_as?: string | undefined }>(
  { campaign_id, sent_as = '' }: Change,
  account: AdAccount,
  work: PlatformWork<Change>,
): Promise<Outcome> {
  const lost = await ownOf(campaign_id, sent_as, account, work);
  if (!lost) return { wrote: [] };
  const stop = await account.updateCampaign(lost.id, { status: 'paused' });
  const found = arrived(launchable(await campaignParts(work, campaign_id)), lost);
  return { ...found, wrote: stop.applied ? stop.wrote : [] };
}

/** The campaign of a name, unless another of our rows has it: two drafts may be called the same, and one of them arrived. */
async function ownOf(
  campaignId: number,
  name: string,
  account: AdAccount,
  work: Tenancy,
): Promise<PlatformCampaign | null> {
  const found = await account.findCampaign(name);
  return found && !(await isAnothers(work, found.id, campaignId)) ? found : null;
}

function arrived(parts: CampaignParts, found: PlatformCampaign): Outcome {
  const platform_ids = idsOfFound(parts, found);
  return { details: { platform_id: found.id, platform_budget_id: found.budgetId, platform_ids }, wrote: [] };
}

function nameTaken(): AdPlatformError {
  const message = 'Google Ads has a campaign of that name already; give this one another name.';
  return new AdPlatformError('google_ads_refused', message, { codes: [DUPLICATE_NAME] });
}

function isNameTaken(error: unknown): boolean {
  return error instanceof AdPlatformError && error.codes.includes(DUPLICATE_NAME);
}
