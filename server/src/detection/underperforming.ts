import type { Figures } from './figures.ts';
import { poissonCdf } from './statistics.ts';

/** How likely bad luck may be for what did badly to be called bad. */
const LUCK = 0.05;
/** Multiples of the target without a conversion that are worth a look: right three times out of four. */
const WATCHED_TARGETS = 1.5;

/** How sure it is that conversions cost more than the target: one less the probability of so few by bad luck. */
export function certaintyOfLoss({ cost, conversions }: Pick<Figures, 'cost' | 'conversions'>, target: number): number {
  return 1 - poissonCdf(conversions, cost / target);
}

/**
 * Whether what came for this cost is too little to be bad luck. Without conversions that takes three targets; with one,
 * two or three a CPA of 4.75, 3.15 or 2.59 targets.
 */
export function isUnderperforming(figures: Pick<Figures, 'cost' | 'conversions'>, target: number): boolean {
  return certaintyOfLoss(figures, target) >= 1 - LUCK;
}

/** Whether something has cost enough without a conversion to be watched, though not to act upon. */
export function isWatched({ cost, conversions }: Pick<Figures, 'cost' | 'conversions'>, target: number): boolean {
  return conversions === 0 && cost >= WATCHED_TARGETS * target;
}

/** The clicks after which no conversion is no bad luck any more, where `rate` of them usually convert: about 3 / rate. */
export function clicksToJudge(rate: number): number {
  if (rate <= 0) return Number.POSITIVE_INFINITY;
  return rate >= 1 ? 1 : Math.log(LUCK) / Math.log(1 - rate);
}

/** Whether so few conversions on so many clicks are no bad luck, where `rate` of them usually convert. */
export function convertsTooRarely({ clicks, conversions }: Figures, rate: number): boolean {
  return rate > 0 && poissonCdf(conversions, clicks * rate) <= LUCK;
}
