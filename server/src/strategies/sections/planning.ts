import { type Fraction, fraction, over } from '../../documents/fraction.ts';
import type { Numbers } from '../../documents/numbers.ts';
import { coverageOf, figuresSource, periodOf, totalOf } from '../../reports/evidence.ts';
import { CPA } from '../../reports/kpi.ts';
import { type Writing, writingOf } from '../../reports/sections/writing.ts';
import type { StrategyEvidence } from '../strategy-evidence.ts';

/** What every section of a strategy is written with. */
export interface Planning {
  evidence: StrategyEvidence;
  writing: Writing;
  numbers: Numbers;
  /** Where the figures of the last six weeks come from. */
  source: string;
  trust: Trust;
}

/** Whether the measurement can be trusted. */
export type Trust = 'yes' | 'mostly' | 'no' | 'unknown';

/** Where what is not a figure comes from. */
export const SOURCES = {
  audit: 'Detectors, run on the account for this document',
  demand: 'Keyword demand, as the ad platform estimates it',
  documents: 'Supplied documents',
  assumptions: 'Assumptions of this document',
} as const;

/** Prepares the writing of a strategy. */
export function planningOf(evidence: StrategyEvidence): Planning {
  const writing = writingOf(evidence.figures);
  return {
    evidence,
    writing,
    numbers: writing.numbers,
    source: figuresSource(periodOf(evidence.figures)),
    trust: trustOf(evidence),
  };
}

/** No: money was spent and nothing counted. Mostly: somewhere it probably is not, or nothing says what it is worth. */
function trustOf({ figures, audit }: StrategyEvidence): Trust {
  const now = totalOf(figures, -1);
  if (coverageOf(figures, periodOf(figures)) === 'none' || now.clicks === 0) return 'unknown';
  if (now.conversions_micros <= 0) return 'no';
  return audit.suspects.length > 0 || now.value_micros <= 0 ? 'mostly' : 'yes';
}

/** What an order is worth on average; undefined where no values are recorded. */
export function orderValue({ evidence }: Planning): Fraction | undefined {
  const { value_micros, conversions_micros } = totalOf(evidence.figures, -1);
  return value_micros > 0 ? fraction(value_micros, conversions_micros) : undefined;
}

/** What a conversion may cost: the targets, else what one costs today; undefined without conversions. */
export function acceptableCpa({ evidence }: Planning): Fraction | undefined {
  const { figures } = evidence;
  return figures.campaigns.target ?? CPA.of(totalOf(figures, -1));
}

/** The most that a click may cost at the present conversion rate; undefined without conversions. */
export function affordableCpc(planning: Planning): Fraction | undefined {
  const { figures } = planning.evidence;
  const { aimed } = figures.campaigns;
  const { clicks, conversions_micros } = aimed.total > 0 ? aimed.counted : totalOf(figures, -1);
  const clicksForOne = fraction(BigInt(clicks) * 1_000_000n, conversions_micros);
  const cpa = acceptableCpa(planning);
  return cpa && clicksForOne ? over(cpa, clicksForOne) : undefined;
}

/** An amount that was computed in currency units, to the cent. */
export function cents(value: number): Fraction {
  return { n: BigInt(Math.round(value * 100)), d: 100n };
}
