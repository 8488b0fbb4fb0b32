import { withAdAccount } from '../ad-accounts/account-access.ts';
import { type Amount, amount } from '../base/amounts.ts';
import type { Services, Tenancy } from '../base/context.ts';
import { Refusal } from '../base/errors.ts';
import { AdPlatformError, type ChangeEvent, type PlatformWrite } from '../ports/ad-platform.ts';
import { type OwnWrite, ownWrites } from '../writes/actions/platform-write.store.ts';
import type { CampaignRow } from './campaign.store.ts';

/** Changes made longer ago than the platform remembers cannot be looked for. */
const CHECKED_MS = 30 * 24 * 60 * 60 * 1000;
const MOST_SHOWN = 20;
/** Somebody waits for the answer: a platform that is silent for so long cannot be read. */
const LONGEST_LOOK_MS = 10_000;
/** How we appear in the platform's books. */
const OUR_CLIENT = 'GOOGLE_ADS_API';
const MICROS_FIELDS: Readonly<Record<string, string>> = {
  amountMicros: 'budget',
  'maximizeConversions.targetCpaMicros': 'target_cpa',
  'targetCpa.targetCpaMicros': 'target_cpa',
};
/** How far apart our note of a write and the platform's may be, on two clocks and with a slow answer. */
const NOTED_WITHIN_MS = 10 * 60 * 1000;

/** Whose account is looked at. */
type Looking = Services & Pick<Tenancy, 'organizationId'>;

/** Refuses what starts from a campaign that was changed in the platform since the last sync; not if it cannot be read. */
export async function syncConflict(campaign: CampaignRow, looking: Looking): Promise<Refusal | undefined> {
  const context = { ...looking, db: looking.database };
  const { ad_account_id, platform_id, platform_budget_id, last_synced_at } = campaign;
  if (!ad_account_id || !platform_id || !platform_budget_id || !last_synced_at) return undefined;
  if (Date.parse(last_synced_at) < context.clock.now() - CHECKED_MS) return undefined;
  try {
    const options = { forChange: true, signal: AbortSignal.timeout(LONGEST_LOOK_MS) };
    const events = await withAdAccount(context, ad_account_id, options, (account) =>
      account.changeEvents({ campaignId: platform_id, budgetId: platform_budget_id, since: last_synced_at }),
    );
    return refusalOf(await foreign(events, campaign, context));
  } catch (error) {
    if (error instanceof AdPlatformError) return undefined;
    throw error;
  }
}

async function foreign(events: ChangeEvent[], campaign: CampaignRow, context: Tenancy): Promise<ChangeEvent[]> {
  const since = Date.parse(campaign.last_synced_at ?? '');
  const later = events.filter(({ at }) => Date.parse(at) > since);
  const throughApi = later.filter(({ clientType }) => clientType === OUR_CLIENT);
  if (throughApi.length === 0) return later;
  const ours = matched(throughApi, await ownWrites(context, campaign.id));
  return later.filter((event) => !ours.has(event));
}

/** Each write of ours accounts for one event, the nearest in time: the same change made again is somebody else's. */
function matched(events: readonly ChangeEvent[], own: readonly OwnWrite[]): Set<ChangeEvent> {
  const ours = new Set<ChangeEvent>();
  const alike = Map.groupBy(events, (event) => markOf({ ...event, value: event.newValue }));
  for (const write of own.toReversed()) {
    const distance = ({ at }: ChangeEvent) => Math.abs(Date.parse(at) - Date.parse(write.at));
    const [nearest] = (alike.get(markOf(write)) ?? [])
      .filter((event) => !ours.has(event) && distance(event) <= NOTED_WITHIN_MS)
      .toSorted((one, other) => distance(one) - distance(other));
    if (nearest) ours.add(nearest);
  }
  return ours;
}

function markOf({ resource, operation, field, value }: PlatformWrite): string {
  return JSON.stringify([resource, operation, field, value]);
}

function refusalOf(events: ChangeEvent[]): Refusal | undefined {
  if (events.length === 0) return undefined;
  const changes = events.slice(0, MOST_SHOWN).map(inOurWords);
  return new Refusal('sync_conflict', 'The campaign was changed in the ad platform since it was last synced.', {
    extra: { changes },
  });
}

/** A change as we would name it; what has no name here is told as the platform tells it. */
function inOurWords({ at, operation, field, oldValue: from, newValue: to }: ChangeEvent) {
  if (field === 'status') return { at, operation, field: 'state', from: stateOf(from), to: stateOf(to) };
  const micros = MICROS_FIELDS[field ?? ''];
  return micros
    ? { at, operation, field: micros, from: units(from), to: units(to) }
    : { at, operation, field, from, to };
}

function stateOf(status: string | null): string | null {
  return status === 'ENABLED' ? 'live' : (status?.toLowerCase() ?? null);
}

function units(micros: string | null): Amount | null {
  return micros === null ? null : amount(Number(micros) / 1_000_000);
}
