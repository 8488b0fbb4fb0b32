import type { WorldDescription } from '../../../google-ads-emulator/src/worlds/description.ts';
import type { Proposal } from '../../../server/src/recommendations/proposal.ts';
import { AdviceAccount } from './account.ts';
import { advise, targetsOf, WINDOW_DAYS } from './advise.ts';
import { apply } from './apply.ts';
import { evidenceOf } from './evidence.ts';
import { idealAdvice } from './ideal-observer.ts';
import { TrueWorth } from './true-worth.ts';

const DAYS = 60;
const WEEK = 7;
const MICROS = 1_000_000;
/** What the ideal observer does in place of these. */
const WASTE_DETECTORS: ReadonlySet<string> = new Set([
  'negative_keywords',
  'no_conversion_keywords',
  'optimized_keywords',
]);

/** What some days cost and brought; what they should have brought by the true rates leaves luck out. */
export interface Outcome {
  cost: number;
  conversions: number;
  expected: number;
}

/** The same account for 60 days: left alone, with all advice followed each week, and with an ideal observer's on waste. */
export interface Loop {
  alone: Outcome;
  advised: Outcome;
  ideal: Outcome;
}

/** Plays the same world three times. */
export function closedLoop(world: WorldDescription): Loop {
  return {
    alone: played(world, () => []),
    advised: played(world, (account) => advise(account).map(({ proposal }) => proposal)),
    ideal: played(world, idealPolicy),
  };
}

function idealPolicy(account: AdviceAccount): Proposal[] {
  const others = advise(account).filter(({ detector }) => !WASTE_DETECTORS.has(detector));
  const evidence = evidenceOf(account, WINDOW_DAYS);
  const best = idealAdvice(evidence, targetsOf(account), new TrueWorth(account));
  return [...others.map(({ proposal }) => proposal), ...best];
}

function played(world: WorldDescription, policy: (account: AdviceAccount) => Proposal[]): Outcome {
  const account = new AdviceAccount(world);
  const first = account.today;
  for (let day = 0; day < DAYS; day += WEEK) {
    apply(account, policy(account));
    account.simulation.advance(Math.min(WEEK, DAYS - day));
  }
  const sum: Outcome = { cost: 0, conversions: 0, expected: 0 };
  for (const { clicks, costMicros, conversions, stream } of account.leaves({ first, last: account.today - 1 })) {
    sum.cost += costMicros / MICROS;
    sum.conversions += conversions.length;
    sum.expected += clicks * stream.term.cvr;
  }
  return sum;
}
