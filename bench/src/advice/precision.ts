import type { Advice } from './advise.ts';
import { type TrueWorth, WASTE_TARGETS } from './true-worth.ts';

/** How often the advice of one detector was right. */
export interface Tally {
  given: number;
  right: number;
}

/**
 * Whether a piece of advice was right by the truth; undefined where being wrong costs nothing. What is excluded has to
 * cost more than two targets for a conversion, what is paused or bid down more than one; what is added must not be waste;
 * a budget or target is raised rightly while a conversion of the campaign costs no more than the target. Lowering a
 * target spends nothing.
 */
function isRight({ detector, target, proposal }: Advice, truth: TrueWorth): boolean | undefined {
  if (!target || detector === 'zero_impression') return undefined;
  const { cost, conversions } = truth.of(proposal);
  const isDearerThan = (targets: number) => cost > targets * target.cpa * conversions;
  switch (proposal.op) {
    case 'add_negative_keyword':
      return isDearerThan(WASTE_TARGETS);
    case 'pause_keyword':
    case 'set_keyword_bid':
      return isDearerThan(1);
    case 'add_keyword':
      return !isDearerThan(WASTE_TARGETS);
    case 'set_budget':
      return !isDearerThan(1);
    case 'set_target_cpa':
      return Number(proposal.to) > Number(proposal.from ?? proposal.to) ? !isDearerThan(1) : undefined;
    default:
      return undefined;
  }
}

/** Counts right and wrong advice by detector. */
export function tally(advice: readonly Advice[], truth: TrueWorth): Map<string, Tally> {
  const tallies = new Map<string, Tally>();
  for (const one of advice) {
    const right = isRight(one, truth);
    if (right === undefined) continue;
    const { given, right: known } = tallies.get(one.detector) ?? { given: 0, right: 0 };
    tallies.set(one.detector, { given: given + 1, right: known + Number(right) });
  }
  return tallies;
}
