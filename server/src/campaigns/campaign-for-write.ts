import { notFound } from '../base/errors.ts';
import { StillBusy } from '../writes/actions/await-action.ts';
import type { PlanContext } from '../writes/step.ts';
import { type CampaignRow, findCampaign, findCampaignById, lockCampaign, lockCampaignById } from './campaign.store.ts';
import { pendingAction } from './campaign-write.store.ts';

/** The campaign that a write is about; held still, and free of earlier changes, once it is to be executed. */
export async function campaignForWrite(
  context: PlanContext,
  slug: string,
  { forStop = false } = {},
): Promise<CampaignRow> {
  const campaign = await (context.locking ? lockCampaign : findCampaign)(context, slug);
  if (!campaign) throw notFound('That campaign');
  return free(campaign, context, forStop);
}

/** The same for the campaign of an earlier action; undefined when it is gone, here or in the platform. */
export async function campaignForUndo(context: PlanContext, id: number): Promise<CampaignRow | undefined> {
  const campaign = await (context.locking ? lockCampaignById : findCampaignById)(context, id);
  return campaign && campaign.platform_state !== 'removed' ? free(campaign, context) : undefined;
}

async function free(campaign: CampaignRow, context: PlanContext, forStop = false): Promise<CampaignRow> {
  const pending = context.waiting ? await pendingAction(context, campaign.id) : null;
  if (pending !== null) throw new StillBusy(pending, { campaignId: campaign.id, forStop });
  return campaign;
}
