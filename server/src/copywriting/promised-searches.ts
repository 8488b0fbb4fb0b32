import { foldedWords, variantOf, wordsOf } from '../detection/words.ts';
import { speaksOfMoney } from './amounts.ts';
import type { Brief } from './brief.ts';
import { isLimitedBy } from './check/site-text.ts';
import type { Source } from './composed-campaign.ts';
import { firmSentences } from './footnotes.ts';
import type { Lexicon } from './languages/lexicon.ts';
import type { Service } from './offering.ts';

/** A longer clause says more than anybody types. */
const LONGEST_CLAUSE = 120;
const CLAUSE = /[,;:!…|()–—、。「」]|\.(?:\s|$)|\s-\s/;

/** Whether a search asks for more than the thing: that it is free, cheap, the best or there at once. */
export function asksForMore(search: string, { find, keywords }: Lexicon): boolean {
  return [find.free, find.superlative, find.guarantee, keywords.more].some((asked) => asked.test(search));
}

/**
 * What a page promises in the words of a search. A word of promise counts with what it is said of, so that a clause has to
 * say the search and nothing else: where a consultation is free, or parking, the service is not.
 */
export class PromisedSearches {
  readonly #lexicon: Lexicon;
  readonly #towns: ReadonlySet<string>;
  readonly #intents: ReadonlySet<string>;
  readonly #texts: readonly Source[];
  /** Looked for once, and only where somebody asks. */
  #clauses: ReadonlyMap<string, Source> | undefined;

  constructor({ page, sources }: Pick<Service, 'page' | 'sources'>, { reading, towns, supporting }: Brief) {
    const { near, cost, online, company } = reading.lexicon.keywords;
    this.#lexicon = reading.lexicon;
    this.#towns = new Set(towns.flatMap(({ text }) => wordsOf(text)).filter((word) => !this.#isClaim(word)));
    this.#intents = new Set([...near, ...cost, ...online, ...company].flatMap(wordsOf));
    const said = [page, ...supporting].flatMap(({ address, title, heading, description, blocks }) =>
      [title, heading, description, ...blocks.map(({ text }) => text)].map((words) => ({ address, words })),
    );
    const limited = new Set(
      [page, ...supporting].flatMap(({ blocks }) =>
        blocks
          .filter((block, at) => {
            const next = blocks[at + 1];
            return next !== undefined && isLimitedBy(block, next, reading.lexicon);
          })
          .map(({ text }) => text),
      ),
    );
    // What a line below limits is promised to some.
    this.#texts = [...sources, ...said].filter(({ words }) => !limited.has(words));
  }

  /** Whether a search asks for nothing but the thing, or for what the page promises. */
  keeps(search: string): boolean {
    return !asksForMore(search, this.#lexicon) || this.sourceOf(search) !== undefined;
  }

  /** Where the page says what a search asks for. */
  sourceOf(search: string): Source | undefined {
    this.#clauses ??= this.#clausesSaid();
    const meaning = this.#meaningOf(wordsOf(search).filter((word) => !this.#intents.has(word)));
    return meaning === '' ? undefined : this.#clauses.get(meaning);
  }

  #clausesSaid(): Map<string, Source> {
    const { find } = this.#lexicon;
    const isLimited = (text: string) =>
      find.negation.test(text) || find.condition.test(text) || speaksOfMoney(text) || /[?？]$/.test(text);
    const clauses = this.#texts.flatMap(({ address, words }) =>
      firmSentences(words)
        .filter((sentence) => !isLimited(sentence))
        .flatMap((sentence) => sentence.split(CLAUSE).flatMap((clause) => [clause, ...clause.split(find.and)]))
        .filter((clause) => clause.length <= LONGEST_CLAUSE)
        .map((clause): [string, Source] => [this.#meaningOf(wordsOf(clause)), { address, words }]),
    );
    return new Map(clauses);
  }

  /** The same for whatever says the same of the same, in whichever town. */
  #meaningOf(words: readonly string[]): string {
    const told = words.filter((word) => !this.#towns.has(word)).flatMap(foldedWords);
    return variantOf(told.filter((word) => word !== '&' && !this.#lexicon.functionWords.has(word)));
  }

  /** A town of such a name is none; in a language that is not known here every word would be one. */
  #isClaim(word: string): boolean {
    return this.#lexicon.functionWords.size > 0 && asksForMore(word, this.#lexicon);
  }
}
