import { canAccess } from '../ad-accounts/account-link.ts';
import { queueSync } from '../ad-accounts/queue-sync.ts';
import type { Services } from '../base/context.ts';
import { Refusal } from '../base/errors.ts';
import { requestedBy } from '../base/task-queue.ts';
import { stillUnderWay } from '../writes/actions/await-action.ts';
import type { PlanContext } from '../writes/step.ts';
import type { CampaignRow } from './campaign.store.ts';

const MINUTE_MS = 60_000;
/** The platform tells of the changes of 30 days; a little less, so that none is forgotten while it is asked. */
const TOLD_MS = 30 * 24 * 60 * MINUTE_MS - 15 * MINUTE_MS;
const FORGOTTEN =
  'The campaign was last synced more than 30 days ago, longer than the ad platform tells of changes. Asking for it to go live has it synced; look at it then and ask again.';

/** Whether the platform can tell what became of the campaign since it was last read; one that was never there has nothing to tell. */
export function isReadOfLate(
  { platform_id, last_synced_at }: CampaignRow,
  { clock }: Pick<Services, 'clock'>,
): boolean {
  return platform_id === null || Date.parse(last_synced_at ?? '') >= clock.now() - TOLD_MS;
}

/** Refuses to let a campaign run of which nobody could tell what it runs with. */
export async function readForgotten(
  campaign: CampaignRow,
  context: Pick<Services, 'clock'>,
): Promise<Refusal | undefined> {
  if (isReadOfLate(campaign, context)) return undefined;
  const { code, message, headers } = stillUnderWay(FORGOTTEN);
  return new Refusal(code, message, { extra: { blocked_by: 'last_sync' }, headers });
}

/** Has a campaign read that somebody wants to run and may not for that; a preview has nothing read. */
export async function readAnew(campaign: CampaignRow, context: PlanContext): Promise<void> {
  const { ad_account_id } = campaign;
  const { waiting, locking, caller, database } = context;
  if (!waiting || locking || ad_account_id === null || isReadOfLate(campaign, context)) return;
  if (!(await canAccess(context, ad_account_id, caller.personId))) return;
  await queueSync(context, { ...context, db: database }, ad_account_id, requestedBy(caller));
}
