import { hasUnseen } from '../base/unseen.ts';
import { whyRefused } from '../campaigns/keyword-text.ts';
import type { MatchType } from '../ports/ad-platform.ts';
import { eachOf, type Steps } from './steps.ts';
import { phraseKey, wordsOf } from './words.ts';

/** A negative keyword as far as matching goes. */
export interface NegativeText {
  text: string;
  matchType: MatchType;
}

/**
 * Whether a negative keyword keeps an ad from a search. Negatives match to the letter, whatever the case, and no close
 * variants: exact the whole search, phrase its words in their order side by side, broad all its words in any order.
 */
export function blocks({ text, matchType }: NegativeText, search: readonly string[]): boolean {
  const words = wordsOf(text);
  if (words.length === 0 || words.length > search.length) return false;
  if (matchType === 'exact') return phraseKey(words) === phraseKey(search);
  if (matchType === 'phrase') return ` ${phraseKey(search)} `.includes(` ${phraseKey(words)} `);
  return words.every((word) => search.includes(word));
}

/** Many negatives at once, found by their words: a campaign has thousands of them and many more search terms. */
export class Negatives<Negative extends NegativeText> {
  readonly #exact = new Map<string, Negative>();
  readonly #phrase = new Map<string, Negative>();
  #broad: ReadonlyMap<string, readonly Broad<Negative>[]>;
  readonly #phraseStarts = new Set<string>();
  #longestPhrase = 0;

  constructor(negatives: Iterable<Negative>) {
    const broad = new Map<string, Broad<Negative>>();
    for (const negative of negatives) this.#take(negative, broad);
    this.#broad = byRarestWord([...broad.values()]);
  }

  /** The same in steps: keywords are found in this way too, and may be very many. */
  static *of<Negative extends NegativeText>(negatives: Iterable<Negative>): Steps<Negatives<Negative>> {
    const all = new Negatives<Negative>([]);
    const broad = new Map<string, Broad<Negative>>();
    yield* eachOf(negatives, (negative) => all.#take(negative, broad));
    all.#broad = byRarestWord([...broad.values()]);
    return all;
  }

  /** A negative that blocks the search; undefined where none does. */
  blocking(search: readonly string[]): Negative | undefined {
    const whole = this.#exact.size > 0 ? this.#exact.get(phraseKey(search)) : undefined;
    if (whole) return whole;
    const phrase = this.#phrase.size > 0 ? this.#blockingPhrase(search) : undefined;
    if (phrase) return phrase;
    return this.#broad.size > 0 ? this.#blockingInAnyOrder(search) : undefined;
  }

  #blockingPhrase(search: readonly string[]): Negative | undefined {
    for (let start = 0; start < search.length; start += 1) {
      if (!this.#phraseStarts.has(search[start] ?? '')) continue;
      let phrase = '';
      for (let end = start; end < Math.min(search.length, start + this.#longestPhrase); end += 1) {
        phrase = end === start ? (search[start] ?? '') : `${phrase} ${search[end]}`;
        const found = this.#phrase.get(phrase);
        if (found) return found;
      }
    }
    return undefined;
  }

  #blockingInAnyOrder(search: readonly string[]): Negative | undefined {
    for (const word of search) {
      const found = this.#broad.get(word)?.find(({ words }) => words.every((one) => search.includes(one)));
      if (found) return found.negative;
    }
    return undefined;
  }

  #take(negative: Negative, broad: Map<string, Broad<Negative>>): void {
    const words = wordsOf(negative.text);
    if (words.length === 0) return;
    if (negative.matchType === 'broad') addBroad(broad, words, negative);
    else this.#add(words, negative);
  }

  #add(words: readonly string[], negative: Negative): void {
    const [index, key] = [negative.matchType === 'exact' ? this.#exact : this.#phrase, phraseKey(words)];
    if (!index.has(key)) index.set(key, negative);
    if (negative.matchType === 'exact') return;
    this.#phraseStarts.add(words[0] ?? '');
    this.#longestPhrase = Math.max(this.#longestPhrase, words.length);
  }
}

/** A broad negative by its words, each once. */
interface Broad<Negative> {
  words: readonly string[];
  negative: Negative;
}

/** Those of the same words in another order block the same: one of them is enough. */
function addBroad<Negative>(broad: Map<string, Broad<Negative>>, search: readonly string[], negative: Negative): void {
  const words = [...new Set(search)].sort();
  const key = phraseKey(words);
  if (!broad.has(key)) broad.set(key, { words, negative });
}

/** Each by the one of its words that fewest others have: thousands may share a word, and a search finds few of them. */
function byRarestWord<Negative>(broad: readonly Broad<Negative>[]): Map<string, Broad<Negative>[]> {
  const counts = new Map<string, number>();
  for (const { words } of broad) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const rarity = (word: string) => counts.get(word) ?? 0;
  return Map.groupBy(broad, ({ words }) =>
    words.reduce((rarest, word) => (rarity(word) < rarity(rarest) ? word : rarest)),
  );
}

const LONGEST_KEYWORD = 80;
/** What the platform takes in no keyword, and what nobody would see in one; not what scripts are joined with. */
const LEFT_OUT = /[[!@%^\(\)=\{\};~`<>?\\\|,\p{Cc}\p{Cf}]--[\u200c\u200d]]/gv;

/**
 * A text as it can be a keyword: what the platform refuses, it does not look at in searches either. Undefined where
 * nothing is left or too much.
 */
export function keywordText(text: string): string | undefined {
  const plain = text.replaceAll(LEFT_OUT, ' ').replaceAll(/\s+/g, ' ').trim();
  const fits = plain.length <= LONGEST_KEYWORD && whyRefused(plain) === undefined && !hasUnseen(plain);
  return fits && wordsOf(plain).length > 0 ? plain : undefined;
}
