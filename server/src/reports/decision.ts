import { compare, type Fraction, fraction, minus, plus, scaled, times, whole } from '../documents/fraction.ts';
import { decimalOf } from '../documents/numbers.ts';
import { type CampaignLine, coverageOf, type Evidence, periodOf } from './evidence.ts';
import { CPA } from './kpi.ts';

/** The one budget decision that a week asks for. Amounts are daily. */
export type Decision =
  | {
      kind: 'raise' | 'lower';
      campaign: CampaignLine;
      from: Fraction;
      to: Fraction;
      cpa: Fraction | undefined;
      target: Fraction;
    }
  | { kind: 'none' }
  /** Not all days are in. */
  | { kind: 'unknown' };

/** A budget that keeps a campaign from so much of its impressions is worth raising. */
const LOST_TO_BUDGET: Fraction = { n: 10n, d: 100n };
/** A budget is moved by so much at most, less where the organization allows less. */
const MOST_PERCENT = 20;
const CAP_DAYS = 30;
/** Fewer conversions do not tell what one costs. */
const FEWEST = 3_000_000;
/** So much over its target, or so many targets spent without a conversion, is too much. */
const TOO_DEAR: Fraction = { n: 3n, d: 2n };
const FRUITLESS_TARGETS = whole(3);

/**
 * Finds it: first a campaign that spends far over its target, the costliest of them; else one that converts within its
 * target and runs out of budget. One decision, because two at once would not tell which of them helped.
 */
export function budgetDecision(evidence: Evidence): Decision {
  const { campaigns, organization } = evidence;
  if (coverageOf(evidence, periodOf(evidence)) !== 'whole') return { kind: 'unknown' };
  const { tooDear, starved } = campaigns;
  const percent = Math.min(MOST_PERCENT, Math.floor(Number(organization.budgetMovePct)));
  if (tooDear) return moved('lower', tooDear, 100 - percent);
  if (!starved) return { kind: 'none' };
  const raised = moved('raise', starved, 100 + percent);
  return raised.kind === 'raise' && fitsCap(campaigns.budgets, organization.maxSpend, raised)
    ? raised
    : { kind: 'none' };
}

/** All daily budgets times thirty must stay within the cap. */
function fitsCap(budgets: Fraction, cap: string | null, { from, to }: { from: Fraction; to: Fraction }): boolean {
  if (cap === null) return true;
  const all = plus(budgets, minus(to, from));
  return compare(times(all, whole(CAP_DAYS)), decimalOf(cap)) <= 0;
}

function moved(kind: 'raise' | 'lower', campaign: CampaignLine, percent: number): Decision {
  const from = decimalOf(campaign.budget);
  const to = whole(scaled(times(from, { n: BigInt(percent), d: 100n }), 0));
  const figures = campaign.figures.at(-1);
  const target = decimalOf(campaign.targetCpa ?? '0');
  return compare(from, to) === 0
    ? { kind: 'none' }
    : { kind, campaign, from, to, cpa: figures && CPA.of(figures), target };
}

/** Whether a campaign with a target spends far over it. */
export function isTooDear({ figures, targetCpa }: CampaignLine): boolean {
  const now = figures.at(-1);
  const target = decimalOf(targetCpa ?? '0');
  const spent = now && fraction(now.cost_micros, 1_000_000);
  if (!now || !spent) return false;
  if (now.conversions_micros <= 0) return compare(spent, times(target, FRUITLESS_TARGETS)) > 0;
  const cpa = CPA.of(now);
  return now.conversions_micros >= FEWEST && cpa !== undefined && compare(cpa, times(target, TOO_DEAR)) > 0;
}

/** Whether a campaign with a target meets it and runs out of budget. */
export function isStarved({ figures, targetCpa, shares, budget }: CampaignLine): boolean {
  const now = figures.at(-1);
  const cpa = now && CPA.of(now);
  if (!now || !cpa || !shares || now.conversions_micros < FEWEST || Number(budget) === 0) return false;
  return compare(cpa, decimalOf(targetCpa ?? '0')) <= 0 && compare(shares.lostToBudget, LOST_TO_BUDGET) >= 0;
}
