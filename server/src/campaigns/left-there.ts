import { type AdAccount, campaignRemoved, type PlatformCampaign } from '../ports/ad-platform.ts';
import type { PlatformWork } from '../writes/step.ts';

/** Of keywords that are to be removed, those still to be, and those that an earlier try of ours has removed. */
export interface LeftThere {
  left: string[];
  gone: string[];
}

/**
 * What is left to remove of a campaign's keywords, by their ids. What is gone already the platform tells by itself; so it is
 * looked at only where it declined.
 */
export async function leftToRemove(
  campaignId: string,
  ids: readonly string[],
  account: AdAccount,
  { declined }: Pick<PlatformWork<unknown>, 'declined'>,
): Promise<LeftThere> {
  if (!declined) {
    if (!(await account.readSettings(campaignId))) throw campaignRemoved();
    return { left: [...ids], gone: [] };
  }
  const campaign = await account.readCampaign(campaignId);
  if (!campaign) throw campaignRemoved();
  return leftIn(campaign, ids);
}

/** The same in a campaign that was read. */
export function leftIn({ negatives, ads }: PlatformCampaign, ids: readonly string[]): LeftThere {
  const there = new Set(negatives.map(({ id }) => id));
  for (const ad of ads) for (const { id } of [...ad.keywords, ...ad.negatives]) there.add(id);
  return { left: ids.filter((id) => there.has(id)), gone: ids.filter((id) => !there.has(id)) };
}
