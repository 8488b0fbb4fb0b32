import { Refusal } from '../../base/errors.ts';
import { type AdAccount, OUR_CLIENT } from '../../ports/ad-platform.ts';
import { StoppedBefore } from '../../writes/actions/failures.ts';
import type { PlatformWork, Telling } from '../../writes/step.ts';
import { findCampaignById } from '../campaign.store.ts';
import { knownOf } from '../campaign-write.store.ts';
import { syncConflict } from '../sync-conflict.ts';

/** More than so many strangers are not made while one answer is waited for. */
const MOST_STRANGERS = 20;

/**
 * Refuses to start once more what rests although an earlier try may have let it run: for whoever wants it to stop, and where
 * the platform tells of a change since, because somebody may have stopped it there.
 */
export async function mustNotBeStopped(
  { platformId, campaignId }: { platformId: string; campaignId: number },
  account: AdAccount,
  work: Telling & Pick<PlatformWork<unknown>, 'mayHaveArrived'>,
): Promise<void> {
  if (!work.mayHaveArrived) return;
  const there = await account.readSettings(platformId);
  if (!there || there.status === 'enabled') return;
  if (work.forStop) throw new StoppedBefore();
  const campaign = await findCampaignById(work, campaignId);
  const changed = campaign && (await syncConflict(campaign, work));
  if (changed) throw changed;
}

/**
 * Refuses to launch once more where a campaign was made there through us since an earlier try, and nobody here knows it: it
 * may be the one, which somebody has renamed or removed meanwhile.
 */
export async function mustNotBeUnderAnotherName(since: string, account: AdAccount, work: Telling): Promise<void> {
  const { campaignIds } = await account.changedSince(since);
  const known = await knownOf(work, campaignIds);
  for (const campaignId of campaignIds.filter((id) => !known.has(id)).slice(0, MOST_STRANGERS)) {
    const events = await account.changeEvents({ campaignId, since });
    if (events.some(({ operation, clientType }) => operation === 'create' && clientType === OUR_CLIENT))
      throw unclear();
  }
}

function unclear(): Refusal {
  const message =
    'A campaign was made in Google Ads since this one was sent, and may be this one under another name, or removed by now.';
  return new Refusal('sync_conflict', message, { extra: { changes: [] } });
}
