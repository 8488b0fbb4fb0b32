import type { Tenancy } from '../base/context.ts';
import { LongWork } from '../base/long-work.ts';
import { fraction } from '../documents/fraction.ts';
import type { Days } from '../documents/numbers.ts';
import { type Counted, NOTHING } from '../figures/ratios.ts';
import { AllCampaigns } from './all-campaigns.ts';
import { type CampaignRow, type PeriodFigures, readCampaigns } from './evidence.store.ts';
import type { ActionLine, CampaignLine, CampaignsEvidence, Shares } from './evidence.ts';

/** Goes once over all campaigns, in turns, however many there are: what a document says of them is small. */
export async function gatherCampaigns(
  tenancy: Tenancy,
  periods: readonly Days[],
  actions: readonly ActionLine[],
  see: (line: CampaignLine) => void,
): Promise<CampaignsEvidence> {
  const work = new LongWork();
  const all = new AllCampaigns(periods.length, new Set(actions.map(({ campaign }) => campaign)));
  for await (const rows of readCampaigns(tenancy, periods)) {
    for (const row of rows) {
      if (work.hadItsTurn) await work.giveWay();
      const line = lineOf(row, periods.length);
      all.add(line);
      see(line);
    }
  }
  return all;
}

function lineOf(row: CampaignRow, periods: number): CampaignLine {
  const { id, slug, name, type, state, budget, target_cpa: targetCpa } = row;
  const own = Array.from({ length: periods }, (_, index) => row.figures?.find(([period]) => period === index + 1));
  return {
    id,
    slug,
    name,
    type,
    state,
    budget,
    targetCpa,
    figures: own.map((period) => (period ? countedOf(period) : NOTHING)),
    shares: sharesOf(own.at(-1)),
    sharesBefore: sharesOf(own.at(-2)),
  };
}

function countedOf([, impressions, clicks, cost, conversions, value]: PeriodFigures): Counted {
  return { impressions, clicks, cost_micros: cost, conversions_micros: conversions, value_micros: value };
}

function sharesOf(period: PeriodFigures | undefined): Shares | null {
  if (!period) return null;
  const [, impressions, , , , , could, budget, rank] = period;
  const [shown, lostToBudget, lostToRank] = [impressions, budget, rank].map((part) =>
    part === null || could === null ? undefined : fraction(part, could),
  );
  return shown && lostToBudget && lostToRank ? { shown, lostToBudget, lostToRank } : null;
}
