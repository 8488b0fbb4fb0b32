import type { AccountTerm } from './evidence.ts';
import { fitPrior, type Observation, type Prior, probabilityBelow } from './prior.ts';
import { eachOf, type Steps } from './steps.ts';
import { foldedWord, wordsOf } from './words.ts';

/** A word that converts less than half as often as usual with at least this probability is no word to build upon. */
const DOUBT = 0.1;
const POOR = 0.5;

/** What the words of an organization's search terms have brought, whichever terms they stood in. */
export class WordWorth {
  readonly #words: ReadonlyMap<string, Observation>;
  readonly #prior: Prior;

  private constructor(words: ReadonlyMap<string, Observation>, prior: Prior) {
    this.#words = words;
    this.#prior = prior;
  }

  /** Learns it, in steps: terms may be many. */
  static *of(terms: readonly AccountTerm[]): Steps<WordWorth> {
    const words = yield* wordsTogether(terms);
    return new WordWorth(words, yield* fitPrior(words.values()));
  }

  /** Whether nothing speaks for one of the words; where no words are known at all, nothing can. */
  doubts(words: readonly string[]): boolean {
    return this.#words.size > 0 && words.some((word) => this.#isDoubtful(foldedWord(word)));
  }

  #isDoubtful(word: string): boolean {
    const seen = this.#words.get(word) ?? { expected: 0, conversions: 0 };
    return probabilityBelow(POOR, this.#prior, seen) >= DOUBT;
  }
}

function* wordsTogether(terms: readonly AccountTerm[]): Steps<Map<string, Observation>> {
  const sum = (of: (term: AccountTerm) => number) => terms.reduce((total, term) => total + of(term), 0);
  const cost = sum((term) => term.cost);
  const usual = cost > 0 ? sum((term) => term.conversions) / cost : 0;
  const words = new Map<string, Observation>();
  yield* eachOf(terms, (term) => {
    for (const word of new Set(wordsOf(term.text).map(foldedWord))) {
      const seen = words.get(word) ?? { expected: 0, conversions: 0 };
      words.set(word, seen);
      seen.expected += term.cost * usual;
      seen.conversions += term.conversions;
    }
  });
  return words;
}
