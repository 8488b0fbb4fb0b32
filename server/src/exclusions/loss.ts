import type { Worded } from '../campaigns/keyword-text.ts';
import type { KeywordFacts, TermFacts } from '../detection/evidence.ts';
import { type Figures, NO_FIGURES, plus } from '../detection/figures.ts';
import { Negatives, type NegativeText } from '../detection/negative-match.ts';
import { collected, type Steps, sorted } from '../detection/steps.ts';
import { variantOf, wordsOf } from '../detection/words.ts';

/** What a change takes away from a campaign: searches that it excludes, keywords that it pauses. */
export interface Taken {
  negatives: readonly Worded[];
  keywordIds: readonly number[];
}

/** A search term that brought conversions and would bring none any more. */
export interface LostTerm {
  term: string;
  figures: Figures;
}

interface Parts {
  blocking: Negatives<NegativeText>;
  paused: readonly KeywordFacts[];
  /** By ad, the keywords that are paused and those that go on. */
  pausedTakers: ReadonlyMap<number, Takers>;
  takersLeft: ReadonlyMap<number, Takers>;
}

/** What goes with a change, found one term after the other: of the others nothing is kept. */
export class Loss {
  readonly #parts: Parts;
  #blocked = NO_FIGURES;
  readonly #blockedTerms: LostTerm[] = [];
  readonly #orphanedTerms: LostTerm[] = [];

  private constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** In steps: keywords may be many. */
  static *of({ negatives, keywordIds }: Taken, keywords: readonly KeywordFacts[]): Steps<Loss> {
    const blocking = yield* Negatives.of(negatives.map(({ text, match_type }) => ({ text, matchType: match_type })));
    const ids = new Set(keywordIds);
    const paused = yield* collected(keywords, (one) => (ids.has(one.id) ? one : undefined));
    const left = yield* collected(keywords, (one) => (one.state === 'enabled' && !ids.has(one.id) ? one : undefined));
    const pausedTakers = yield* takersOf(paused);
    return new Loss({ blocking, paused, pausedTakers, takersLeft: yield* takersOf(left) });
  }

  /** Counts a term, where it would go. */
  weigh(term: TermFacts): void {
    const words = wordsOf(term.text);
    if (this.#parts.blocking.blocking(words) !== undefined) {
      const { last90, recent } = term;
      this.#blocked = plus(this.#blocked, last90);
      if (isConverting(term)) this.#blockedTerms.push({ term: term.text, figures: plus(last90, recent) });
    } else if (this.#isOrphaned(term, words)) {
      this.#orphanedTerms.push({ term: term.text, figures: plus(term.last90, term.recent) });
    }
  }

  /** What the terms and keywords that would go did in 90 settled days. */
  get gone(): Figures {
    return this.#parts.paused.reduce((sum, { last90 }) => plus(sum, last90), this.#blocked);
  }

  /** The terms that converted and would no longer be reached, the best first. */
  lost(): Steps<LostTerm[]> {
    const all = this.#blockedTerms.concat(this.#orphanedTerms);
    return sorted(all, (a, b) => b.figures.conversions - a.figures.conversions);
  }

  /** Whether a term converts that a paused keyword took, and that no other keyword of the same ads would. */
  #isOrphaned(term: TermFacts, words: readonly string[]): boolean {
    const { pausedTakers, takersLeft } = this.#parts;
    if (pausedTakers.size === 0 || !isConverting(term)) return false;
    const { adIds } = term;
    const isTaken = (takers: ReadonlyMap<number, Takers>) => adIds.some((ad) => takers.get(ad)?.take(words));
    return isTaken(pausedTakers) && !isTaken(takersLeft);
  }
}

function isConverting({ last90, recent }: TermFacts): boolean {
  return last90.conversions + recent.conversions > 0;
}

function* takersOf(keywords: readonly KeywordFacts[]): Steps<Map<number, Takers>> {
  const byAd = new Map<number, Takers>();
  for (const [ad, some] of Map.groupBy(keywords, ({ adId }) => adId)) {
    byAd.set(ad, new Takers(some));
    yield;
  }
  return byAd;
}

/** The keywords of an ad by what they are shown for; exact ones take what means the same. */
class Takers {
  readonly #exact: ReadonlySet<string>;
  readonly #others: Negatives<KeywordFacts>;

  constructor(keywords: readonly KeywordFacts[]) {
    const { exact = [], others = [] } = Object.groupBy(keywords, ({ matchType }) =>
      matchType === 'exact' ? 'exact' : 'others',
    );
    this.#exact = new Set(exact.map(({ text }) => variantOf(wordsOf(text))));
    this.#others = new Negatives(others);
  }

  take(words: readonly string[]): boolean {
    return this.#exact.has(variantOf(words)) || this.#others.blocking(words) !== undefined;
  }
}
