import { DailyAllowance } from '../base/daily-allowance.ts';
import { notFound } from '../base/errors.ts';
import type { AdAccount } from '../ports/ad-platform.ts';
import { StillBusy } from '../writes/actions/await-action.ts';
import type { Seen } from '../writes/seen.ts';
import type { PlanContext } from '../writes/step.ts';
import { type CampaignRow, findCampaign, findCampaignById, lockCampaign, lockCampaignById } from './campaign.store.ts';
import { pendingAction } from './campaign-write.store.ts';
import { lookThere } from './look-there.ts';

/** Each costs an operation of the platform and is free for who asks; beyond these, a stop is sent without looking. */
const looks = new DailyAllowance(300);

/** The campaign that a write is about; held still, and free of earlier changes, once it is to be executed. */
export async function campaignForWrite(context: PlanContext, slug: string): Promise<CampaignRow> {
  return free(await campaignNamed(context, slug), context);
}

/** A campaign that is to be stopped. */
export interface ToBeStopped {
  campaign: CampaignRow;
  /** Nothing has to be done. */
  rests: boolean;
  /** What was seen of it in the platform, if that was looked at. */
  seen?: Seen | undefined;
}

/**
 * The same for a stop, which does not wait for others' turns at the platform. What rests already, and is not about to run,
 * is not stopped: nothing is hurried for it. Somebody may have let it run in the platform since it was last read: it is
 * looked at, and where nobody can look it is stopped again. What was removed there rests for good.
 */
export async function campaignForStop(
  context: PlanContext,
  slug: string,
  to: 'paused' | 'draft',
): Promise<ToBeStopped> {
  const known = await campaignNamed(context, slug);
  const restsHere = known.state === to && known.pending_state === null;
  const mayHaveStarted = restsHere && known.platform_state !== 'removed';
  const seen = mayHaveStarted ? (context.seen ?? (await lookWhetherItRuns(known, context))) : undefined;
  if (restsHere && !seen?.runs) return { campaign: known, rests: true, seen };
  const campaign: CampaignRow = seen?.runs === true ? { ...known, state: 'live' } : known;
  const freed = await free(campaign, context, async () => isHurried(campaign));
  return { campaign: freed, rests: seen === undefined && freed.state === to, seen };
}

async function lookWhetherItRuns(campaign: CampaignRow, context: PlanContext): Promise<Seen | undefined> {
  const { ad_account_id, platform_id } = campaign;
  if (ad_account_id === null || platform_id === null) return undefined;
  // Whoever decides on a stop is not told that it rests where nobody has looked.
  if (!context.waiting || context.locking) return context.approving && { runs: 'unknown' };
  // A look that nothing comes of is a read: it takes nothing from what changes have, and an organization has few of them.
  const look = (account: AdAccount) => account.readSettings(platform_id);
  const there = looks.take(context.organizationId, context.clock.now())
    ? await lookThere(context, ad_account_id, look, { forChange: false })
    : undefined;
  return { runs: there ? there.found?.status === 'enabled' : 'unknown' };
}

async function campaignNamed(context: PlanContext, slug: string): Promise<CampaignRow> {
  const campaign = await (context.locking ? lockCampaign : findCampaign)(context, slug);
  if (!campaign) throw notFound('That campaign');
  return campaign;
}

/** Whether a stop of it is worth hurrying for: it runs, or is about to. */
function isHurried(campaign: CampaignRow): boolean {
  return campaign.pending_state === 'live' || mayRun(campaign);
}

/** Whether it may be spending: what rests here and in the platform is not stopped by resting otherwise. */
export function mayRun({ state, platform_state }: CampaignRow): boolean {
  return platform_state !== 'removed' && (state === 'live' || state === 'error' || platform_state === 'live');
}

/**
 * The same for the campaign of an earlier action; undefined when it is gone, here or in the platform. Where undoing would
 * let it rest as it stands, that is a stop like any other; where it would not, nothing is hurried for it.
 */
export async function campaignForUndo(
  context: PlanContext,
  id: number,
  stops: (campaign: CampaignRow) => Promise<boolean> = async () => false,
): Promise<CampaignRow | undefined> {
  const campaign = await campaignById(context, id);
  if (!campaign || campaign.platform_state === 'removed') return undefined;
  return free(campaign, context, async () => isHurried(campaign) && stops(campaign));
}

/** The campaigns that plans have read, by what stands for a plan. */
const readBy = new WeakMap<object, Map<number, Promise<CampaignRow | undefined>>>();

function campaignById(context: PlanContext, id: number): Promise<CampaignRow | undefined> {
  const read = () => (context.locking ? lockCampaignById : findCampaignById)(context, id);
  if (!context.plan) return read();
  const known = readBy.get(context.plan) ?? new Map<number, Promise<CampaignRow | undefined>>();
  readBy.set(context.plan, known);
  return known.getOrInsertComputed(id, read);
}

/** What only waits for a person is described as if what is under way had come to its end. */
async function free(
  campaign: CampaignRow,
  context: PlanContext,
  isStop: () => Promise<boolean> = async () => false,
): Promise<CampaignRow> {
  if (context.held) return { ...campaign, state: campaign.pending_state ?? campaign.state };
  if (!context.waiting) return campaign;
  const busy = `campaign ${campaign.id}`;
  const actionId = await pendingAction(context, campaign.id);
  if (actionId === null && !context.isAwaited?.(busy)) return campaign;
  const forStop = await isStop();
  if (actionId === null && forStop) return campaign;
  throw new StillBusy({ actionId, busy, forStop, toStop: forStop ? [campaign.id] : [] });
}
