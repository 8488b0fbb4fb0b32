import { isGivenUp, whyUnreachable } from '../ad-accounts/account-link.ts';
import type { Tenancy } from '../base/context.ts';
import { Refusal } from '../base/errors.ts';
import { stillUnderWay } from '../writes/actions/await-action.ts';
import type { CampaignRow } from './campaign.store.ts';

const UNKNOWN = 'The campaign was launched, and it is not known whether it arrived in the ad platform.';
const BEING_READ = 'The ad platform is being read to find out. Try again in a moment.';

/** Whether a launch was sent of which nobody knows if it arrived. */
export function isLaunchUnknown({ platform_id, launch_sent_as }: CampaignRow): boolean {
  return platform_id === null && launch_sent_as !== null;
}

/**
 * Why nothing of a campaign but its state can be changed until its account was read: the platform would not be told, and
 * where the campaign is found there, what the platform has takes the place of what was changed here. Once the account is
 * given up it is a draft again.
 */
export async function launchUnknown(campaign: CampaignRow, tenancy: Tenancy): Promise<Refusal | undefined> {
  if (!isLaunchUnknown(campaign)) return undefined;
  const accountId = campaign.ad_account_id ?? '';
  const gap = await whyUnreachable(tenancy, accountId);
  if (!gap) return stillUnderWay(`${UNKNOWN} ${BEING_READ}`);
  return (await isGivenUp(tenancy, accountId)) ? undefined : new Refusal('setup_required', `${UNKNOWN} ${gap.message}`);
}
