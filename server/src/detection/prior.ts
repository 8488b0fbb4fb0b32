import { gammaCdf, logGamma } from './statistics.ts';
import { eachOf, type Steps } from './steps.ts';

/** What was seen of one term or phrase: the conversions that its cost would usually have brought, and those that came. */
export interface Observation {
  expected: number;
  conversions: number;
}

/**
 * What to believe of a term before looking at it: with the probability `wasteShare` it never converts, otherwise it does
 * `rate` times as well as usual, where the rate has a gamma distribution. Search terms are of these two kinds; one smooth
 * distribution over both would call neither by its name.
 */
export interface Prior {
  wasteShare: number;
  mean: number;
  shape: number;
}

/** What is believed before any term was seen, and how many terms it takes to change one's mind: a fifth is waste. */
const BEFORE = { wasteShare: 0.2, weight: 40, shape: 4, shapeSpread: 1 } as const;
const LARGEST_WASTE_SHARE = 0.6;
/** From terms that have little in common to terms that are nearly alike; no account's are more alike than the last. */
const SHAPES = Array.from({ length: 16 }, (_, step) => 0.5 * 1.22 ** step);
const ROUNDS = 25;
/** Observations that differ by less are counted together. */
const BIN = 0.1;
const SMALLEST_EXPECTED = 1e-3;
/** More bins than there are, below or above an expectation of 1. */
const MOST_STEPS = 100_000;

/**
 * Learns from an account's own terms how many of them are waste and how the others differ: the likeliest zero-inflated
 * negative binomial, held back by what is believed without data.
 */
export function* fitPrior(observations: Iterable<Observation>): Steps<Prior> {
  const bins = yield* binned(observations);
  let best: Fitted | undefined;
  for (const shape of SHAPES) {
    const one = fittedWith(shape, bins);
    if (!best || one.likelihood > best.likelihood) best = one;
    yield;
  }
  if (!best) throw new RangeError('no shapes to try');
  return best.prior;
}

interface Fitted {
  prior: Prior;
  likelihood: number;
}

interface Bin extends Observation {
  count: number;
}

function* binned(observations: Iterable<Observation>): Steps<Bin[]> {
  const bins = new Map<number, Bin>();
  yield* eachOf(observations, ({ expected, conversions }) => {
    if (expected < SMALLEST_EXPECTED) return;
    const step = Math.round(Math.log(expected) / BIN);
    const whole = conversions === 0 ? 0 : Math.max(1, Math.round(conversions));
    const key = whole * MOST_STEPS + step;
    const bin = bins.get(key);
    if (bin) bin.count += 1;
    else bins.set(key, { expected: Math.exp(step * BIN), conversions: whole, count: 1 });
  });
  return [...bins.values()];
}

/** Share of waste and mean of the others by expectation maximization, for one shape. */
function fittedWith(shape: number, bins: readonly Bin[]): Fitted {
  const terms = sum(bins, ({ count }) => count);
  const converted = sum(bins, ({ count, conversions }) => count * conversions);
  let prior: Prior = { wasteShare: BEFORE.wasteShare, mean: 1 / (1 - BEFORE.wasteShare), shape };
  for (let round = 0; round < ROUNDS; round += 1) {
    let waste = BEFORE.wasteShare * BEFORE.weight;
    let expected = 1;
    for (const bin of bins) {
      const wasted = bin.count * wasteProbability(prior, bin);
      waste += wasted;
      expected += (bin.count - wasted) * bin.expected;
    }
    const wasteShare = Math.min(waste / (terms + BEFORE.weight), LARGEST_WASTE_SHARE);
    prior = { wasteShare, mean: (converted + 1) / expected, shape };
  }
  return { prior, likelihood: likelihoodOf(prior, bins) };
}

/** The logarithm of how likely these observations are, together with what is believed without them. */
function likelihoodOf({ wasteShare, mean, shape }: Prior, bins: readonly Bin[]): number {
  const rate = shape / mean;
  const base = shape * Math.log(rate) - logGamma(shape);
  const observed = sum(bins, ({ count, expected, conversions }) => {
    const worthy = base + logGamma(shape + conversions) - (shape + conversions) * Math.log(rate + expected);
    const seen = (1 - wasteShare) * Math.exp(worthy);
    return count * (conversions > 0 ? Math.log(1 - wasteShare) + worthy : Math.log(wasteShare + seen));
  });
  const distance = Math.log(shape / BEFORE.shape) / BEFORE.shapeSpread;
  const waste = BEFORE.weight * BEFORE.wasteShare * Math.log(wasteShare);
  const others = BEFORE.weight * (1 - BEFORE.wasteShare) * Math.log(1 - wasteShare);
  return observed + waste + others - distance ** 2 / 2;
}

/** The probability that a term never converts; `odds` is what else speaks for that, such as its words. */
function wasteProbability(prior: Prior, { expected, conversions }: Observation, odds = 1): number {
  if (conversions > 0) return 0;
  const waste = prior.wasteShare * odds;
  const rate = prior.shape / prior.mean;
  const unlucky = (rate / (rate + expected)) ** prior.shape;
  return waste / (waste + (1 - prior.wasteShare) * unlucky);
}

/** The probability that a term's true rate is below `limit`, as a multiple of the usual rate. */
export function probabilityBelow(limit: number, prior: Prior, seen: Observation, odds = 1): number {
  const waste = wasteProbability(prior, seen, odds);
  const worthy = { shape: prior.shape + seen.conversions, rate: prior.shape / prior.mean + seen.expected };
  return waste + (1 - waste) * gammaCdf(limit, worthy);
}

/** How many times likelier nothing than something: how strongly the silence of other terms speaks for waste. */
export function oddsOfSilence({ mean, shape }: Prior, expected: number): number {
  const rate = shape / mean;
  return ((rate + expected) / rate) ** shape;
}

function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
