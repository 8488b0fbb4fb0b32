import type { EvidenceWith } from './evidence.ts';
import type { JudgedTerm } from './judged-terms.ts';
import { keywordText } from './negative-match.ts';
import type { Pool } from './phrase-pools.ts';
import { Protection } from './protection.ts';
import { eachOf, type Steps } from './steps.ts';
import { Exclusions } from './term-finding.ts';
import { FILLERS } from './word-lists.ts';
import { foldedWord, foldedWords, phrasesOf, textOf, variantOf, wordsOf } from './words.ts';

const YOUNGEST_DAYS = 7;
/** Where more of the cost is so young that its conversions may not be told yet, it is too early. */
const MOST_UNSETTLED = 0.5;
const SHORTEST_WORD = 2;

interface Kept {
  variants: ReadonlySet<string>;
  keywordPhrases: ReadonlySet<string>;
}

/** What is never excluded, whatever its figures. */
export class Worth {
  readonly #evidence: EvidenceWith<'keywordTexts' | 'negatives'>;
  readonly #protection: Protection;
  readonly #exclusions: Exclusions;
  /** What converted, and what exact keywords hold, in whatever spelling. */
  readonly #keptVariants: ReadonlySet<string>;
  /** What stands in a keyword that runs: blocking it would block the keyword. */
  readonly #keywordPhrases: ReadonlySet<string>;
  readonly #places: ReadonlySet<string>;

  private constructor(evidence: EvidenceWith<'keywordTexts' | 'negatives'>, kept: Kept) {
    this.#evidence = evidence;
    this.#protection = new Protection(evidence.profile);
    this.#exclusions = new Exclusions(evidence);
    this.#keptVariants = kept.variants;
    this.#keywordPhrases = kept.keywordPhrases;
    this.#places = new Set((evidence.profile?.locations ?? []).flatMap(foldedWords));
  }

  /** In steps: keywords and terms may be many. */
  static *of(evidence: EvidenceWith<'keywordTexts' | 'negatives'>, terms: readonly JudgedTerm[]): Steps<Worth> {
    const variants = new Set<string>();
    const keywordPhrases = new Set<string>();
    yield* eachOf(evidence.keywordTexts, ({ text, matchType, state }) => {
      if (matchType === 'exact') variants.add(variantOf(wordsOf(text)));
      if (state !== 'enabled') return;
      for (const phrase of phrasesOf(foldedWords(text))) keywordPhrases.add(phrase);
    });
    yield* eachOf(terms, (term) => {
      if (term.seen.conversions > 0) variants.add(variantOf(term.words));
    });
    return new Worth(evidence, { variants, keywordPhrases });
  }

  keepsTerm({ term, words, seen }: JudgedTerm): boolean {
    return (
      seen.conversions > 0 ||
      term.window.cost <= 0 ||
      this.#isYoung(term.firstSeenDay) ||
      isUnsettled(seen.cost, term.recent.cost) ||
      words.length === 0 ||
      this.#keptVariants.has(variantOf(words)) ||
      this.#protection.protects(words) ||
      this.#exclusions.blocksAll(words, term.adIds)
    );
  }

  keepsPhrase({ words, firstSeenDay, cost }: Pool): boolean {
    const folded = words.map(foldedWord);
    return (
      cost.window <= 0 ||
      isUnsettled(cost.seen, cost.recent) ||
      words.join('').length < SHORTEST_WORD ||
      keywordText(textOf(words)) === undefined ||
      folded.every((word) => FILLERS.has(word) || this.#places.has(word)) ||
      this.#keywordPhrases.has(folded.join(' ')) ||
      this.#protection.protects(words) ||
      this.#exclusions.blocksAll(words, []) ||
      this.#isYoung(firstSeenDay)
    );
  }

  #isYoung(firstSeenDay: number): boolean {
    return this.#evidence.latestDay - firstSeenDay < YOUNGEST_DAYS;
  }
}

function isUnsettled(cost: number, recent: number): boolean {
  return recent > MOST_UNSETTLED * cost;
}
