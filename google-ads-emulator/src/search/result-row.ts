import type { JsonObject } from '../json.ts';
import type { Totals } from '../metrics/leaf.ts';

/** A row of a result, kept small until it is sent: the joined resources are shared between days. */
export interface ResultRow {
  base: JsonObject;
  segments?: JsonObject;
  totals?: Totals;
}

/** The whole row as JSON. */
export function rowJson(row: ResultRow): JsonObject {
  if (!row.segments && !row.totals) return row.base;
  return {
    ...row.base,
    ...(row.segments && { segments: row.segments }),
    ...(row.totals && { metrics: metricsOf(row.totals) }),
  };
}

/** Metrics as Google sends them: counts as int64 text, rates as numbers, and no rate without its base. */
function metricsOf(totals: Totals): JsonObject {
  const { impressions, clicks, costMicros, conversions, eligible, lostToBudget } = totals;
  const value = Math.round(totals.conversionsValue * 100) / 100;
  return {
    impressions: String(impressions),
    clicks: String(clicks),
    interactions: String(clicks),
    costMicros: String(costMicros),
    conversions,
    conversionsValue: value,
    allConversions: conversions,
    ctr: impressions > 0 ? clicks / impressions : 0,
    ...(clicks > 0 && {
      averageCpc: costMicros / clicks,
      averageCost: costMicros / clicks,
      conversionsFromInteractionsRate: conversions / clicks,
    }),
    ...(conversions > 0 && { costPerConversion: costMicros / conversions, valuePerConversion: value / conversions }),
    ...(eligible > 0 && shares(impressions, eligible, lostToBudget)),
  };
}

function shares(impressions: number, eligible: number, lostToBudget: number): JsonObject {
  const budget = lostToBudget / eligible;
  const won = Math.min(1 - budget, impressions / eligible);
  return {
    searchImpressionShare: Math.max(SMALLEST_SHARE, won),
    searchBudgetLostImpressionShare: Math.min(LARGEST_LOST_SHARE, budget),
    searchRankLostImpressionShare: Math.min(LARGEST_LOST_SHARE, Math.max(0, 1 - budget - won)),
  };
}

/** Google reports shares below a tenth, and losses above nine tenths, only as these values. */
const SMALLEST_SHARE = 0.0999;
const LARGEST_LOST_SHARE = 0.9001;
