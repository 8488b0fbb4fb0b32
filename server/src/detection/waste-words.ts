import type { EvidenceWith } from './evidence.ts';
import type { JudgedTerm } from './judged-terms.ts';
import { type PhrasePools, type Pool, SMALLEST_POOL } from './phrase-pools.ts';
import { oddsOfSilence } from './prior.ts';
import { eachOf, type Steps } from './steps.ts';
import { OTHER_INTENT } from './word-lists.ts';
import { foldedWord, foldedWords } from './words.ts';

/** How far words can shift what is believed of a term: never so far that its own figures do not matter. */
const ODDS = { otherIntent: 10, silentPhrase: 10, strangeWord: 3, most: 20, allConvert: 0.2 } as const;
/** How often waste has a word that never converted, and that nothing else tells of. */
const STRANGE_IN_WASTE = 0.3;

/**
 * What the words of a term say of it before its own figures do. Against it: the silence of other terms with the same words,
 * a word that never converted where others nearly always do,
 * and words of people who look for something else, unless the business or its keywords use them or a term with them
 * converted. For it: that all its words convert in other terms.
 */
export class WasteWords {
  readonly #pools: PhrasePools;
  readonly #ownWords: ReadonlySet<string>;

  private constructor(pools: PhrasePools, ownWords: ReadonlySet<string>) {
    this.#pools = pools;
    this.#ownWords = ownWords;
  }

  /** In steps: keywords may be many. */
  static *of(
    { profile, keywordTexts }: Pick<EvidenceWith<'keywordTexts'>, 'profile' | 'keywordTexts'>,
    pools: PhrasePools,
  ): Steps<WasteWords> {
    const ownWords = new Set(
      (profile ? [profile.brand, profile.description, ...profile.products] : []).flatMap(foldedWords),
    );
    yield* eachOf(keywordTexts, ({ text }) => {
      for (const word of foldedWords(text)) ownWords.add(word);
    });
    return new WasteWords(pools, ownWords);
  }

  /** How many times likelier waste is for a term with these words. */
  oddsOfTerm(term: JudgedTerm): number {
    if (term.words.every((word) => this.#pools.converted.has(word))) return ODDS.allConvert;
    let silent = 1;
    for (const { targets, expected, elsewhere } of this.#pools.of(term)) {
      if (targets - term.targets + elsewhere.expected < SMALLEST_POOL) continue;
      silent = Math.max(silent, oddsOfSilence(this.#pools.prior, expected - term.expected + elsewhere.expected));
    }
    const told = Math.max(Math.min(ODDS.silentPhrase, silent), this.#oddsOfStrangeWord());
    return Math.min(ODDS.most, told * this.#oddsOfIntent(term.words));
  }

  /** Where what converts nearly always does so in words that convert, a word that never did speaks against a term. */
  #oddsOfStrangeWord(): number {
    return Math.min(ODDS.strangeWord, Math.max(1, STRANGE_IN_WASTE / this.#pools.converted.strangeShare));
  }

  /** The same for a phrase with a word that never converted, whose own figures are all its terms'. */
  oddsOfPhrase({ words }: Pool): number {
    return Math.min(ODDS.most, this.#oddsOfStrangeWord() * this.#oddsOfIntent(words));
  }

  #oddsOfIntent(words: readonly string[]): number {
    const meansElse = words.some((word) => {
      const folded = foldedWord(word);
      return OTHER_INTENT.has(folded) && !this.#ownWords.has(folded) && !this.#pools.converted.has(word);
    });
    return meansElse ? ODDS.otherIntent : 1;
  }
}
