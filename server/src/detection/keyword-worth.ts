import type { KeywordFacts } from './evidence.ts';
import { type Figures, summed } from './figures.ts';
import { fitPrior, type Prior, probabilityBelow } from './prior.ts';
import type { Steps } from './steps.ts';
import type { Target } from './target.ts';

/** How sure it has to be, knowing how the campaign's keywords differ, that a keyword loses money. */
const SURE = 0.965;
/** Looking through many finds more of the unlucky ones: there it has to be dear by a margin, which luck seldom feigns. */
const MANY_KEYWORDS = 10;
const DEAR_TARGETS = 1.5;
const SURE_AMONG_MANY = 0.95;
/** How many conversions' worth of belief the campaign's own rate is mixed with. */
const BELIEF = 20;

interface Learnt {
  target: Target | undefined;
  rate: number;
  usual: number;
  areMany: boolean;
  byCost: Prior;
  byClicks: Prior;
}

/**
 * What silence tells of one keyword among many: where nearly all keywords of a campaign convert alike, one without a
 * conversion is sooner unlucky than bad, and looking through hundreds of them finds the unlucky ones.
 */
export class KeywordWorth {
  readonly #target: Target | undefined;
  readonly #rate: number;
  /** Conversions for each target spent, and how keywords differ by what they cost and by their clicks. */
  readonly #usual: number;
  readonly #areMany: boolean;
  readonly #byCost: Prior;
  readonly #byClicks: Prior;

  private constructor(parts: Learnt) {
    this.#target = parts.target;
    this.#rate = parts.rate;
    this.#usual = parts.usual;
    this.#areMany = parts.areMany;
    this.#byCost = parts.byCost;
    this.#byClicks = parts.byClicks;
  }

  /** Learns it, in steps: keywords may be many. */
  static *of(keywords: readonly KeywordFacts[], target: Target | undefined, rate: number): Steps<KeywordWorth> {
    const areMany = keywords.filter(({ last90 }) => last90.clicks > 0).length >= MANY_KEYWORDS;
    const cpa = target?.cpa ?? 1;
    const all = summed(keywords, ({ last90 }) => last90);
    const usual = (all.conversions + BELIEF) / (all.cost / cpa + BELIEF);
    yield;
    const fitted = (expected: (figures: Figures) => number) =>
      fitPrior(keywords.map(({ last90 }) => ({ expected: expected(last90), conversions: last90.conversions })));
    const byCost = yield* fitted(({ cost }) => (cost / cpa) * usual);
    const byClicks = yield* fitted(({ clicks }) => clicks * rate);
    return new KeywordWorth({ target, rate, usual, areMany, byCost, byClicks });
  }

  /**
   * Whether a keyword that brought nothing for this is bad rather than unlucky. Among many keywords it has to be dearer
   * than the target, since cheap clicks may convert seldom and still pay; among few its clicks speak as well.
   */
  isBad({ clicks, cost }: Figures): boolean {
    const byClicks = probabilityBelow(1, this.#byClicks, { expected: clicks * this.#rate, conversions: 0 });
    if (!this.#target) return byClicks >= SURE;
    const expected = (cost / this.#target.cpa) * this.#usual;
    const dearerThan = (targets: number) =>
      probabilityBelow(1 / targets / this.#usual, this.#byCost, { expected, conversions: 0 });
    return this.#areMany ? dearerThan(DEAR_TARGETS) >= SURE_AMONG_MANY : Math.max(byClicks, dearerThan(1)) >= SURE;
  }
}
