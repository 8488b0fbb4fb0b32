import type { Transaction } from '../base/database.ts';
import { LongWork } from '../base/long-work.ts';
import type { FigureDays } from '../figures/state.store.ts';
import { addPackedDay, campaignsOfTerms, packDays, packedDays, unpackFrom } from './packed-terms.store.ts';
import { ALL_CAMPAIGNS, ListWriter, LONGEST_WINDOW } from './ranked-list.store.ts';
import { removeLists } from './remove-lists.store.ts';
import { eachSeen, emptySums, type TermSums, TopTerms } from './top-terms.ts';

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
  const work = new LongWork();
  const campaigns = await campaignsOfTerms(transaction, organizationId, work);
  const sums = emptySums(campaigns.length);
  const lists = new ListWriter(transaction, organizationId, sums);
  const ofCampaigns = new CampaignLists(lists, sums, campaigns);
  let days = 0;
  let lowestCost = 0;
  for await (const day of packedDays(transaction, organizationId, window)) {
    days += 1;
    if (day) await addPackedDay(day, sums, work);
    const top = new TopTerms(sums.costs, KEPT_POSITIONS, lowestCost);
    await eachSeen(sums, work, (id) => top.offer(id));
    await lists.write({ campaignId: ALL_CAMPAIGNS, days, total: top.offered, ids: top.ranked() });
    lowestCost = top.lowestCost();
    if (CAMPAIGN_WINDOWS.has(days)) await ofCampaigns.rank(days, work);
  }
  await lists.flush();
}

/** Ranks each campaign's terms, one window after the other, from the shortest on. */
class CampaignLists {
  #lists: ListWriter;
  #sums: TermSums;
  #campaigns: Float64Array;
  #lowestCosts = new Map<number, number>();

  constructor(lists: ListWriter, sums: TermSums, campaigns: Float64Array) {
    this.#lists = lists;
    this.#sums = sums;
    this.#campaigns = campaigns;
  }

  async rank(days: number, work: LongWork): Promise<void> {
    const tops = new Map<number, TopTerms>();
    await eachSeen(this.#sums, work, (id) => {
      const campaignId = this.#campaigns[id] ?? 0;
      const top = tops.get(campaignId) ?? this.#emptyList(campaignId);
      if (top.offered === 0) tops.set(campaignId, top);
      top.offer(id);
    });
    for (const [campaignId, top] of tops) {
      await this.#lists.write({ campaignId, days, total: top.offered, ids: top.ranked() });
      this.#lowestCosts.set(campaignId, top.lowestCost());
      if (work.hadItsTurn) await work.giveWay();
    }
  }

  #emptyList(campaignId: number): TopTerms {
    return new TopTerms(this.#sums.costs, KEPT_POSITIONS, this.#lowestCosts.get(campaignId));
  }
}
