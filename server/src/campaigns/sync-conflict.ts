import { withAdAccount } from '../ad-accounts/account-access.ts';
import { Refusal } from '../core/errors.ts';
import { AdPlatformError, type ChangeEvent, type PlatformWrite } from '../ports/ad-platform.ts';
import { ownWrites } from '../writes/platform-write.store.ts';
import type { GuardContext } from '../writes/step.ts';
import type { CampaignRow } from './campaign.store.ts';

/** Changes made longer ago than the platform remembers cannot be looked for. */
const CHECKED_MS = 30 * 24 * 60 * 60 * 1000;
const MOST_SHOWN = 20;

/** Refuses a launch when the campaign was changed in the platform since the last sync; skipped if that cannot be read. */
export async function syncConflict(campaign: CampaignRow, context: GuardContext): Promise<Refusal | undefined> {
  const { ad_account_id, platform_id, platform_budget_id, last_synced_at } = campaign;
  if (!ad_account_id || !platform_id || !platform_budget_id || !last_synced_at) return undefined;
  if (Date.parse(last_synced_at) < context.clock.now() - CHECKED_MS) return undefined;
  try {
    const events = await withAdAccount({ ...context, db: context.database }, ad_account_id, {}, (account) =>
      account.changeEvents({ campaignId: platform_id, budgetId: platform_budget_id, since: last_synced_at }),
    );
    return refusalOf(await foreign(events, campaign, context));
  } catch (error) {
    if (error instanceof AdPlatformError) return undefined;
    throw error;
  }
}

async function foreign(events: ChangeEvent[], campaign: CampaignRow, context: GuardContext): Promise<ChangeEvent[]> {
  const since = Date.parse(campaign.last_synced_at ?? '');
  const later = events.filter(({ at }) => Date.parse(at) > since);
  if (later.length === 0) return later;
  const own = new Set((await ownWrites(context, campaign.id)).map(markOf));
  return later.filter((event) => !own.has(markOf({ ...event, value: event.newValue })));
}

function markOf({ resource, operation, field, value }: PlatformWrite): string {
  return JSON.stringify([resource, operation, field, value]);
}

function refusalOf(events: ChangeEvent[]): Refusal | undefined {
  if (events.length === 0) return undefined;
  const changes = events.slice(0, MOST_SHOWN).map(({ at, operation, field, oldValue, newValue }) => ({
    at,
    operation,
    field,
    from: oldValue,
    to: newValue,
  }));
  return new Refusal('sync_conflict', 'The campaign was changed in the ad platform since it was last synced.', {
    extra: { changes },
  });
}
