import type { JudgedTerm } from './judged-terms.ts';
import { collected, eachOf, type Steps } from './steps.ts';
import { foldedWord } from './words.ts';

/** Few terms that converted say little: as though four more were known, two of them strange. */
const BELIEF = { strange: 2, terms: 4 } as const;

/** The words of the terms that converted, in whatever spelling. */
export class ConvertedWords {
  /** How many of the terms that converted have a word that converted in no other. */
  readonly strangeShare: number;
  readonly #words: ReadonlyMap<string, number>;

  private constructor(words: ReadonlyMap<string, number>, strangeShare: number) {
    this.#words = words;
    this.strangeShare = strangeShare;
  }

  /** Learns them, in steps: terms may be many. */
  static *of(terms: readonly JudgedTerm[]): Steps<ConvertedWords> {
    const counts = new Map<string, number>();
    const folded = yield* collected(terms, (term) => {
      if (term.seen.conversions <= 0) return undefined;
      const own = new Set(term.words.map(foldedWord));
      for (const word of own) counts.set(word, (counts.get(word) ?? 0) + 1);
      return own;
    });
    let strange = 0;
    yield* eachOf(folded, (words) => {
      if ([...words].some((word) => counts.get(word) === 1)) strange += 1;
    });
    return new ConvertedWords(counts, (strange + BELIEF.strange) / (folded.length + BELIEF.terms));
  }

  has(word: string): boolean {
    return this.#words.has(foldedWord(word));
  }
}
