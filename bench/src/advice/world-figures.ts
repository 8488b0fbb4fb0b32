import { generateWorld } from '../../../google-ads-emulator/src/worlds/generate.ts';
import type { Proposal } from '../../../server/src/recommendations/proposal.ts';
import { AdviceAccount, Numbers } from './account.ts';
import { advise, savingAdvice, targetsOf, WINDOW_DAYS } from './advise.ts';
import { apply } from './apply.ts';
import { closedLoop, type Loop } from './closed-loop.ts';
import { evidenceOf } from './evidence.ts';
import { type Harm, harmOf } from './harm.ts';
import { idealAdvice } from './ideal-observer.ts';
import { NO_TALLY, type Tally, tally } from './precision.ts';
import { checkPrediction, type Prediction } from './prediction.ts';
import { TrueWorth } from './true-worth.ts';

/** All that is measured in one world. */
export interface WorldFigures {
  seed: number;
  tallies: ReadonlyMap<string, Tally>;
  harm: Harm;
  /** The same of what an ideal observer would exclude and pause. */
  ideal: { exclusions: Tally; pauses: Tally; harm: Harm };
  /** Cost of an average day, and the waste in it: before any advice, after ours, after an ideal observer's. */
  waste: { cost: number; before: number; after: number; ideal: number };
  prediction: Prediction;
  loop: Loop;
}

/** Measures the advice in the world of one seed. */
export function worldFigures(seed: number): WorldFigures {
  const world = generateWorld(seed);
  const numbers = new Numbers();
  const alone = new AdviceAccount(world, numbers);
  const truth = new TrueWorth(alone);
  const targets = targetsOf(alone);
  const advice = advise(alone);
  const proposals = advice.map(({ proposal }) => proposal);
  const saving = savingAdvice(advice).map(({ proposal }) => proposal);
  const evidence = evidenceOf(alone, WINDOW_DAYS);
  const wasteAfter = (some: typeof proposals) => {
    const account = new AdviceAccount(world, numbers);
    apply(account, some);
    return new TrueWorth(account).waste(targets);
  };
  const best = idealAdvice(evidence, targets, truth);
  return {
    seed,
    tallies: tally(advice, truth),
    harm: harmOf(alone, proposals, truth),
    ideal: idealFigures(alone, best, targets, truth),
    waste: {
      cost: truth.cost,
      before: truth.waste(targets),
      after: wasteAfter(saving),
      ideal: wasteAfter(best),
    },
    prediction: checkPrediction(alone, new AdviceAccount(world, numbers), advice, targets, truth),
    loop: closedLoop(world),
  };
}

function idealFigures(
  account: AdviceAccount,
  best: readonly Proposal[],
  targets: ReadonlyMap<number, number>,
  truth: TrueWorth,
): WorldFigures['ideal'] {
  const advice = best.flatMap((proposal) => {
    const cpa = targets.get(proposal.campaign_id);
    return cpa === undefined ? [] : [{ detector: proposal.op, target: { cpa, from: 'target_cpa' as const }, proposal }];
  });
  const tallies = tally(advice, truth);
  return {
    exclusions: tallies.get('add_negative_keyword') ?? NO_TALLY,
    pauses: tallies.get('pause_keyword') ?? NO_TALLY,
    harm: harmOf(account, best, truth),
  };
}
