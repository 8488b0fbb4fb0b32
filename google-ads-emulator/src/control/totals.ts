import { DAY_MS, dateOfDay } from '../clock.ts';
import { textAt } from '../json.ts';
import { addReported, noTotals, type Totals } from '../metrics/leaf.ts';
import type { PerformanceModel } from '../metrics/model.ts';

/** Sums in the control plane's spelling. */
interface TrueSums {
  impressions: number;
  clicks: number;
  cost_micros: number;
  conversions: number;
  conversions_value: number;
}

/** The true sums of an account, hidden search terms included, to compare reports with. */
export function trueTotals(model: PerformanceModel, first: number, last: number, now: number): object {
  const nowInDays = model.account.time.local(now) / DAY_MS;
  const total = noTotals();
  const visible = noTotals();
  const hidden = noTotals();
  const byDay = new Map<number, Totals>();
  const byCampaign: object[] = [];
  const pairs = new Set<string>();
  for (const campaign of model.account.all('campaigns')) {
    const sums = noTotals();
    for (let day = first; day <= last; day += 1) {
      const daySums = byDay.get(day) ?? noTotals();
      byDay.set(day, daySums);
      for (const leaf of model.leaves(textAt(campaign, 'resourceName'), day, nowInDays)) {
        const termSums = leaf.stream.term.hidden ? hidden : visible;
        for (const into of [total, sums, daySums, termSums]) addReported(into, leaf, nowInDays);
        if (!leaf.stream.term.hidden && leaf.impressions > 0)
          pairs.add(`${leaf.stream.campaign}|${leaf.stream.term.text}`);
      }
    }
    byCampaign.push({ campaign_id: textAt(campaign, 'id'), name: textAt(campaign, 'name'), ...spelled(sums) });
  }
  return {
    customer_id: model.account.id,
    from: dateOfDay(first),
    to: dateOfDay(last),
    total: spelled(total),
    by_campaign: byCampaign,
    by_day: [...byDay].map(([day, sums]) => ({ date: dateOfDay(day), ...spelled(sums) })),
    search_terms: { visible: spelled(visible), hidden: spelled(hidden), visible_pairs: pairs.size },
  };
}

function spelled(totals: Totals): TrueSums {
  return {
    impressions: totals.impressions,
    clicks: totals.clicks,
    cost_micros: totals.costMicros,
    conversions: totals.conversions,
    conversions_value: Math.round(totals.conversionsValue * 100) / 100,
  };
}
