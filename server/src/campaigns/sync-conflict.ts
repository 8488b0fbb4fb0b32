import type { Context, Tenancy } from '../base/context.ts';
import type { Refusal } from '../base/errors.ts';
import { eachInTurns, LongWork } from '../base/long-work.ts';
import { type ChangeEvent, OUR_CLIENT, type PlatformWrite } from '../ports/ad-platform.ts';
import { type OwnWrite, ownWrites } from '../writes/actions/platform-write.store.ts';
import type { CampaignRow } from './campaign.store.ts';
import { conflict, inOurWords } from './changes-there.ts';
import { EventTimes, NOTED_WITHIN_MS } from './event-times.ts';
import { type Looking, lookThere } from './look-there.ts';
import { isReadOfLate } from './read-of-late.ts';

/**
 * Refuses what starts from a campaign that was changed in the platform since the last sync; not if it cannot be read. What
 * was synced longer ago than the platform tells of changes cannot be compared: going live refuses that by itself.
 */
export async function syncConflict(
  campaign: CampaignRow,
  looking: Looking & Pick<Context, 'looksThrough'>,
): Promise<Refusal | undefined> {
  const { ad_account_id, platform_id, platform_budget_id, last_synced_at } = campaign;
  if (!ad_account_id || !platform_id || !platform_budget_id || !last_synced_at) return undefined;
  if (!isReadOfLate(campaign, looking)) return undefined;
  const seen = await lookThere(looking, ad_account_id, (account) =>
    account.changeEvents({ campaignId: platform_id, budgetId: platform_budget_id, since: last_synced_at }),
  );
  if (seen) looking.looksThrough?.(seen.found.length);
  const tenancy = { ...looking, db: looking.database };
  return seen && conflictIn(seen.found, last_synced_at, campaign, tenancy);
}

/** The refusal for what others changed of a campaign since then, among the changes that the platform told of. */
export async function conflictIn(
  events: readonly ChangeEvent[],
  since: string,
  campaign: CampaignRow,
  tenancy: Tenancy,
): Promise<Refusal | undefined> {
  const sinceMs = Date.parse(since);
  const isLater = ({ at }: ChangeEvent) => Date.parse(at) > sinceMs;
  // A write of ours accounts for its own event, also where that was before.
  const theirs = (await foreign(events, campaign, tenancy)).filter(isLater);
  return theirs.length > 0 ? conflict(await inOurWords(theirs, campaign, tenancy)) : undefined;
}

async function foreign(
  events: readonly ChangeEvent[],
  campaign: CampaignRow,
  context: Tenancy,
): Promise<ChangeEvent[]> {
  const throughApi = events.filter(({ clientType }) => clientType === OUR_CLIENT);
  if (throughApi.length === 0) return [...events];
  const first = throughApi.reduce((earliest, { notBefore }) => Math.min(earliest, Date.parse(notBefore)), Infinity);
  const since = new Date(first - NOTED_WITHIN_MS);
  const ours = await matched(throughApi, await ownWrites(context, campaign.id, since));
  return events.filter((event) => !ours.has(event));
}

/**
 * Each write of ours accounts for one event, the nearest in time: the same change made again is somebody else's. There may be
 * thousands of both.
 */
async function matched(events: readonly ChangeEvent[], own: readonly OwnWrite[]): Promise<Set<ChangeEvent>> {
  const work = new LongWork();
  const marking = (event: ChangeEvent) => ({ event, mark: markOf({ ...event, value: event.newValue }) });
  const alike = Map.groupBy(await eachInTurns(events, marking, work), ({ mark }) => mark);
  const times = new Map<string, EventTimes>();
  const timing = ([mark, some]: [string, { event: ChangeEvent }[]]) =>
    times.set(mark, new EventTimes(some.map(({ event }) => event)));
  await eachInTurns([...alike], timing, work);
  const nearest = (write: OwnWrite) => times.get(markOf(write))?.takeNearest(Date.parse(write.at));
  const ours = await eachInTurns(own.toReversed(), nearest, work);
  return new Set(ours.filter((event) => event !== undefined));
}

function markOf({ resource, operation, field, value }: PlatformWrite): string {
  return JSON.stringify([resource, operation, field, value]);
}
