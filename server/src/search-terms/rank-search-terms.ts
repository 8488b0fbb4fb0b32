import { setImmediate } from 'node:timers/promises';
import type { Transaction } from '../base/database.ts';
import type { FigureDays } from '../figures/state.store.ts';
import { addPackedDay, campaignsOfTerms, packDays, packedDays, unpackFrom } from './packed-terms.store.ts';
import { ALL_CAMPAIGNS, ListWriter, LONGEST_WINDOW, removeLists } from './ranked-list.store.ts';
import { emptySums, type TermSums, TopTerms } from './top-terms.ts';

/** How many positions are kept ready; what lies deeper is listed when somebody first asks for it. */
const KEPT_POSITIONS = 2_000;
/** The windows that are kept ready for each campaign as well; others are listed when first asked for. */
const CAMPAIGN_WINDOWS: ReadonlySet<number> = new Set([7, 30, 90]);

/** Ranks the search terms of every window by one pass over the days, newest first. */
export async function rankSearchTerms(
  transaction: Transaction,
  organizationId: number,
  { latest_day: latestDay, changed_from: changedFrom }: FigureDays,
): Promise<void> {
  await removeLists(transaction, organizationId);
  if (changedFrom !== null) await unpackFrom(transaction, organizationId, changedFrom);
  if (latestDay === null) return;
  const window = { latestDay, days: LONGEST_WINDOW };
  await packDays(transaction, organizationId, window);
  const campaigns = await campaignsOfTerms(transaction, organizationId);
  const sums = emptySums(campaigns.length);
  const lists = new ListWriter(transaction, organizationId, sums);
  let days = 0;
  let lowestCost = 0;
  for await (const day of packedDays(transaction, organizationId, window)) {
    days += 1;
    if (day) addPackedDay(day, sums);
    const top = new TopTerms(sums.costs, KEPT_POSITIONS, lowestCost);
    offerAll(sums, (id) => top.offer(id));
    await lists.write({ campaignId: ALL_CAMPAIGNS, days, total: top.offered, ids: top.ranked() });
    lowestCost = top.lowestCost();
    if (CAMPAIGN_WINDOWS.has(days)) await rankCampaigns(lists, sums, campaigns, days);
  }
  await lists.flush();
}

async function rankCampaigns(lists: ListWriter, sums: TermSums, campaigns: Float64Array, days: number): Promise<void> {
  const tops = new Map<number, TopTerms>();
  offerAll(sums, (id) => {
    const campaignId = campaigns[id] ?? 0;
    const top = tops.get(campaignId) ?? new TopTerms(sums.costs, KEPT_POSITIONS);
    if (top.offered === 0) tops.set(campaignId, top);
    top.offer(id);
  });
  for (const [campaignId, top] of tops) {
    await lists.write({ campaignId, days, total: top.offered, ids: top.ranked() });
    await setImmediate();
  }
}

function offerAll({ seen }: TermSums, offer: (id: number) => void): void {
  for (let id = seen.length - 1; id > 0; id -= 1) if (seen[id] === 1) offer(id);
}
