import { notFound } from '../core/errors.ts';
import { StillBusy } from '../writes/await-action.ts';
import type { PlanContext } from '../writes/write.ts';
import { type CampaignRow, findCampaign, lockCampaign } from './campaign.store.ts';
import { pendingAction } from './campaign-write.store.ts';

/** The campaign that a write is about; held still, and free of earlier changes, once it is to be executed. */
export async function campaignForWrite(context: PlanContext, slug: string): Promise<CampaignRow> {
  const campaign = await (context.locking ? lockCampaign : findCampaign)(context, slug);
  if (!campaign) throw notFound('That campaign');
  if (context.locking && (await pendingAction(context, campaign.id)) !== null) throw new StillBusy();
  return campaign;
}
