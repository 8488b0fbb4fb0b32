import { LONGEST_PHRASE } from './words.ts';

/** The number of a word that is in no term. */
const UNKNOWN = -1;

/**
 * Numbers for words and phrases: a campaign has hundreds of thousands of phrases, and numbers are compared and counted many
 * times faster than texts. A phrase is the phrase before its last word, and that word.
 */
export class PhraseTree {
  readonly #words: string[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #longer = new Map<number, number>();
  /** Of a phrase of several words: the phrase before its last word, and that word; by its number less that of words. */
  readonly #parts: { before: number; last: number }[] = [];

  /** The numbers of a text's words. All words come before any phrase of several: they have the lowest numbers. */
  addWords(words: readonly string[]): number[] {
    return words.map((word) => {
      const known = this.#numbers.get(word);
      if (known !== undefined) return known;
      this.#numbers.set(word, this.#words.length);
      return this.#words.push(word) - 1;
    });
  }

  get size(): number {
    return this.#words.length + this.#parts.length;
  }

  numbersOf(words: readonly string[]): number[] {
    return words.map((word) => this.#numbers.get(word) ?? UNKNOWN);
  }

  /** The number of a phrase with one more word; undefined where nobody has added it. */
  find(phrase: number, word: number): number | undefined {
    if (phrase < 0 || word < 0) return undefined;
    return this.#longer.get(phrase * this.#words.length + word);
  }

  /** The same, which gets one where it has none. */
  add(phrase: number, word: number): number {
    const known = this.find(phrase, word);
    if (known !== undefined) return known;
    const number = this.size;
    this.#longer.set(phrase * this.#words.length + word, number);
    this.#parts.push({ before: phrase, last: word });
    return number;
  }

  wordsOf(phrase: number): string[] {
    const parts = this.#parts[phrase - this.#words.length];
    return parts ? [...this.wordsOf(parts.before), this.#words[parts.last] ?? ''] : [this.#words[phrase] ?? ''];
  }

  /** Visits every phrase that a text of these words holds, as far as it has a number. */
  visit(words: readonly number[], visitor: (phrase: number) => void): void {
    for (let start = 0; start < words.length; start += 1) {
      let phrase = words[start];
      for (let next = start + 1; phrase !== undefined; next += 1) {
        visitor(phrase);
        const word = next < start + LONGEST_PHRASE ? words[next] : undefined;
        phrase = word === undefined ? undefined : this.find(phrase, word);
      }
    }
  }
}
