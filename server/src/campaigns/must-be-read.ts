import { canAccess, whyUnreachable } from '../ad-accounts/account-link.ts';
import { queueSync } from '../ad-accounts/queue-sync.ts';
import { Refusal } from '../base/errors.ts';
import { requestedBy } from '../base/task-queue.ts';
import { StillBusy } from '../writes/actions/await-action.ts';
import type { PlanContext } from '../writes/step.ts';
import type { CampaignRow } from './campaign.store.ts';
import { isLaunchUnknown } from './launch-unknown.ts';

const UNKNOWN = 'It is not known whether all of the change was made.';
const BEING_READ = 'The ad platform is being read to find out. Try again in a moment.';
const LOST = 'The Google login behind the ad account cannot reach it. Reconnect it in the dashboard.';

/**
 * What is taken back although nobody knows whether it was done is what the platform has: until that was read our row does
 * not tell. Whoever waits for it has it read; where it cannot be read, they are told what to do about that.
 */
export async function mustBeRead(campaign: CampaignRow, context: PlanContext): Promise<void> {
  const { ad_account_id, unread_since } = campaign;
  const isRead = unread_since === null && !isLaunchUnknown(campaign);
  if (!context.waiting || context.held || ad_account_id === null || isRead) return;
  const gap = await whyUnreachable(context, ad_account_id);
  if (gap) throw new Refusal('setup_required', `${UNKNOWN} ${gap.message}`);
  const { caller, database } = context;
  if (!(await canAccess(context, ad_account_id, caller.personId))) {
    throw new Refusal('setup_required', `${UNKNOWN} ${LOST}`);
  }
  throw new StillBusy({
    actionId: null,
    busy: `account ${ad_account_id}`,
    words: `${UNKNOWN} ${BEING_READ}`,
    begin: () => queueSync(context, { ...context, db: database }, ad_account_id, requestedBy(caller)),
  });
}
