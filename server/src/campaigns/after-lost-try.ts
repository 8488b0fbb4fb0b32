import type { Tenancy } from '../base/context.ts';
import { Refusal } from '../base/errors.ts';
import { type AdAccount, type CampaignSettings, type ChangeEvent, OUR_CLIENT } from '../ports/ad-platform.ts';
import { StoppedBefore } from '../writes/actions/failures.ts';
import type { PlatformWork, Telling } from '../writes/step.ts';
import { findCampaignById } from './campaign.store.ts';
import { knownOf } from './campaign-write.store.ts';
import { NOTED_WITHIN_MS } from './event-times.ts';
import { isReadOfLate } from './read-of-late.ts';
import { conflictIn } from './sync-conflict.ts';

/** More than so many strangers are not looked at while one answer is waited for. */
const MOST_STRANGERS = 200;
const RESTS =
  'The campaign rests in Google Ads although an earlier try may have let it run: somebody may have stopped it there.';
const MADE = 'The campaign was made in Google Ads when it was sent, and has another name there, or is removed by now.';
const NOT_TOLD =
  'Google Ads does not tell whether this one, which was sent, is there under another name, or removed by now.';

type Retry = Telling & Pick<PlatformWork<unknown>, 'mayHaveArrived'>;

/**
 * Refuses to start once more what rests although an earlier try may have let it run: for whoever wants it to stop, and where
 * the platform tells of a change since, because somebody may have stopped it there. So it is with what a launch has made,
 * which ran from the start, and where the platform could not tell why it rests.
 */
export async function mustNotBeStopped(
  { platformId, campaignId }: { platformId: string; campaignId: number },
  account: AdAccount,
  work: Retry,
): Promise<void> {
  if (!work.mayHaveArrived) return;
  const there = await account.readSettings(platformId);
  if (!there || there.status === 'enabled') return;
  if (work.forStop) throw new StoppedBefore();
  const campaign = await findCampaignById(work, campaignId);
  if (!campaign?.platform_id || !isReadOfLate(campaign, work)) throw unclear(RESTS);
  await mustNotBeTakenBack({ campaignId, there, isAbout: () => true }, account, work);
}

/** What a try wants and the platform does not hold: of our campaign, as it is there, and which changes would be about it. */
interface Missing {
  campaignId: number;
  there: Pick<CampaignSettings, 'id' | 'budgetId'>;
  /** When it was first sent, where syncs go on meanwhile: what they read is not known for ours. */
  sentAt?: string;
  isAbout(event: ChangeEvent): boolean;
}

/**
 * Refuses to make once more what the platform does not hold although an earlier try may have made it, where it tells of a
 * change to that by others since the last sync: somebody may have taken it back. Where that cannot be read it is not known
 * either, and is asked again.
 */
export async function mustNotBeTakenBack(
  { campaignId, there, sentAt, isAbout }: Missing,
  account: AdAccount,
  work: Tenancy & Pick<Retry, 'mayHaveArrived'>,
): Promise<void> {
  const campaign = work.mayHaveArrived ? await findCampaignById(work, campaignId) : undefined;
  if (!campaign) return;
  const since = sentAt === undefined ? (campaign.last_synced_at ?? campaign.created_at) : longBefore(sentAt);
  const events = await account.changeEvents({ campaignId: there.id, budgetId: there.budgetId, since });
  const changed = await conflictIn(events.filter(isAbout), since, campaign, work);
  if (changed) throw changed;
}

/**
 * Refuses to add an ad once more where the platform tells that one of that name was made since, by nobody known: it is the one
 * of an earlier try, which somebody has renamed or removed meanwhile.
 */
export function mustNotBeMadeBefore(
  { name, ...missing }: Omit<Missing, 'isAbout'> & { name: string },
  account: AdAccount,
  work: Tenancy & Pick<Retry, 'mayHaveArrived'>,
): Promise<void> {
  const isAbout = ({ thing, operation }: ChangeEvent) =>
    thing.kind === 'ad' && operation === 'create' && thing.name?.toLowerCase() === name.toLowerCase();
  return mustNotBeTakenBack({ ...missing, isAbout }, account, work);
}

/**
 * Refuses to launch once more where a campaign was made there through us under that name since an earlier try, and nobody here
 * knows it but from a sync since: it is the one, which somebody has renamed or removed meanwhile. So it is where nobody can
 * tell.
 */
export async function mustNotBeUnderAnotherName(
  { name, sent_at: sentAt }: { name: string; sent_at?: string | undefined },
  account: AdAccount,
  work: Telling,
): Promise<void> {
  // It was found there before, and is not any more.
  if (sentAt === undefined) throw unclear(NOT_TOLD);
  // Which campaigns changed is asked from some minutes before by itself.
  const since = new Date(longBefore(sentAt));
  const { campaignIds, everything } = await account.changedSince(sentAt);
  const known = await knownOf(work, campaignIds, since);
  const strangers = campaignIds.filter((id) => !known.has(id));
  if (everything || strangers.length > MOST_STRANGERS) throw unclear(NOT_TOLD);
  for (const campaignId of strangers) {
    const events = await account.changeEvents({ campaignId, since: since.toISOString() });
    if (events.some((event) => isMadeThroughUs(event, name))) throw unclear(MADE);
  }
}

/** Whoever sent something may have had another clock. */
function longBefore(sentAt: string): string {
  return new Date(Date.parse(sentAt) - NOTED_WITHIN_MS).toISOString();
}

/** What is made is told with the name that it had then; what is told without any may have had this one. */
function isMadeThroughUs({ thing, operation, clientType }: ChangeEvent, name: string): boolean {
  const isMade = thing.kind === 'campaign' && operation === 'create' && clientType === OUR_CLIENT;
  return isMade && (thing.name ?? name) === name;
}

function unclear(message: string): Refusal {
  return new Refusal('sync_conflict', message, { extra: { changes: [] } });
}
