import type { Expected } from '../../../google-ads-emulator/src/metrics/truth.ts';
import { type Advice, WINDOW_DAYS } from './advise.ts';
import { type TrueWorth, WASTE_TARGETS } from './true-worth.ts';

/** How often the advice of one detector was right. */
export interface Tally {
  given: number;
  right: number;
  /** Right by the rates of the days seen: nobody can know of what began to convert since and has not done so yet. */
  rightAsSeen: number;
}

/** Nothing was advised. */
export const NO_TALLY: Tally = { given: 0, right: 0, rightAsSeen: 0 };

/** What is judged of a piece of advice. */
type Judged = Pick<Advice, 'detector' | 'target' | 'proposal'>;

/**
 * Whether a piece of advice was right by the truth; undefined where being wrong costs nothing. What is excluded has to
 * cost more than two targets for a conversion, what is paused or bid down more than one; what is added must not be waste;
 * a budget or target is raised rightly while a conversion of the campaign costs no more than the target. Lowering a
 * target spends nothing.
 */
function isRight({ detector, target, proposal }: Judged, { cost, conversions }: Expected): boolean | undefined {
  if (!target || detector === 'zero_impression') return undefined;
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
export function tally(advice: readonly Judged[], truth: TrueWorth): Map<string, Tally> {
  const tallies = new Map<string, Tally>();
  for (const one of advice) {
    const right = isRight(one, truth.of(one.proposal));
    const asSeen = isRight(one, truth.whileSeen(one.proposal, WINDOW_DAYS));
    if (right === undefined || asSeen === undefined) continue;
    const sum = tallies.get(one.detector) ?? NO_TALLY;
    tallies.set(one.detector, {
      given: sum.given + 1,
      right: sum.right + Number(right),
      rightAsSeen: sum.rightAsSeen + Number(asSeen),
    });
  }
  return tallies;
}
