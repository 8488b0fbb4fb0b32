import { amountOrNull } from '../base/amounts.ts';
import type { Tenancy } from '../base/context.ts';
import type { Refusal } from '../base/errors.ts';
import { visible } from '../base/visible-text.ts';
import type { CampaignSettings } from '../ports/ad-platform.ts';
import { type CampaignRow, findCampaignById } from './campaign.store.ts';
import { type ChangeThere, conflict } from './changes-there.ts';
import { SETTINGS, type Setting } from './decided-on.ts';
import type { Looking } from './look-there.ts';
import { syncConflict } from './sync-conflict.ts';

/** What a change starts from, as we hold it. */
export type Held = Partial<Record<Setting, string | null>>;

/** The refusal of a change that started from something else than the platform holds when it is told. */
export async function changedThere(
  held: Held,
  campaignId: number,
  now: CampaignSettings,
  work: Looking & Tenancy,
): Promise<Refusal> {
  const campaign = await findCampaignById(work, campaignId);
  const told = campaign && (await syncConflict(campaign, work));
  return told ?? conflict(differences(held, campaign, now, new Date(work.clock.now()).toISOString()));
}

/** Amounts are the same however many zeros they are written with; names only to the letter. */
export function same(setting: Setting, a: string | null, b: string | null): boolean {
  if (setting === 'name' || a === null || b === null) return a === b;
  return Number(a) === Number(b);
}

/** Where the platform's books do not tell yet what changed: what is different, as of now. */
function differences(held: Held, campaign: CampaignRow | undefined, now: CampaignSettings, at: string): ChangeThere[] {
  const name = campaign ? visible(campaign.name) : null;
  const found = { name: now.name, budget: now.budget, target_cpa: now.targetCpa };
  return SETTINGS.flatMap((field) => {
    const from = held[field];
    if (from === undefined || same(field, from, found[field])) return [];
    const shown = field === 'name' ? (text: string | null) => text && visible(text) : amountOrNull;
    const resource = field === 'budget' ? 'budget' : 'campaign';
    return [{ at, operation: 'update', resource, name, field, from: shown(from), to: shown(found[field]) }];
  });
}
