import type { EvidenceWith } from './evidence.ts';
import type { JudgedTerm } from './judged-terms.ts';
import { keywordText } from './negative-match.ts';
import type { Pool } from './phrase-pools.ts';
import { Protection } from './protection.ts';
import { Exclusions } from './term-finding.ts';
import { FILLERS } from './word-lists.ts';
import { foldedWord, foldedWords, phrasesOf, textOf, variantOf, wordsOf } from './words.ts';

const YOUNGEST_DAYS = 7;
/** Where more of the cost is so young that its conversions may not be told yet, it is too early. */
const MOST_UNSETTLED = 0.5;
const SHORTEST_WORD = 2;

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

  constructor(evidence: EvidenceWith<'keywordTexts' | 'negatives'>, terms: readonly JudgedTerm[]) {
    this.#evidence = evidence;
    this.#protection = new Protection(evidence.profile);
    this.#exclusions = new Exclusions(evidence);
    const exact = evidence.keywordTexts
      .filter(({ matchType }) => matchType === 'exact')
      .map(({ text }) => wordsOf(text));
    const converted = terms.filter(({ seen }) => seen.conversions > 0).map(({ words }) => words);
    this.#keptVariants = new Set([...exact, ...converted].map(variantOf));
    const running = evidence.keywordTexts.filter(({ state }) => state === 'enabled');
    this.#keywordPhrases = new Set(running.flatMap(({ text }) => [...phrasesOf(foldedWords(text))]));
    this.#places = new Set((evidence.profile?.locations ?? []).flatMap(foldedWords));
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

  keepsPhrase({ words, terms }: Pool): boolean {
    const folded = words.map(foldedWord);
    const cost = (of: (term: JudgedTerm) => number) => terms.reduce((sum, term) => sum + of(term), 0);
    return (
      cost(({ term }) => term.window.cost) <= 0 ||
      terms.every(({ term }) => this.#isYoung(term.firstSeenDay)) ||
      isUnsettled(
        cost(({ seen }) => seen.cost),
        cost(({ term }) => term.recent.cost),
      ) ||
      words.join('').length < SHORTEST_WORD ||
      keywordText(textOf(words)) === undefined ||
      folded.every((word) => FILLERS.has(word) || this.#places.has(word)) ||
      this.#keywordPhrases.has(folded.join(' ')) ||
      this.#protection.protects(words) ||
      this.#exclusions.blocksAll(words, [])
    );
  }

  #isYoung(firstSeenDay: number): boolean {
    return this.#evidence.latestDay - firstSeenDay < YOUNGEST_DAYS;
  }
}

function isUnsettled(cost: number, recent: number): boolean {
  return recent > MOST_UNSETTLED * cost;
}
