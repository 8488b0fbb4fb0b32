import { NONE, PairNumbers } from './pair-numbers.ts';
import { LONGEST_PHRASE } from './words.ts';

/** A text among all: where the numbers of its words begin and end. */
export interface NumberedText {
  readonly start: number;
  readonly end: number;
}

const ROOM_AT_FIRST = 1_024;

/**
 * Numbers for words and phrases: a campaign has hundreds of thousands of phrases, and numbers are compared and counted many
 * times faster than texts. A phrase is the phrase before its last word, and that word.
 */
export class PhraseTree {
  readonly #words: string[] = [];
  readonly #numbers = new Map<string, number>();
  /** The words of all texts, one text after the other. */
  #texts = new Int32Array(ROOM_AT_FIRST);
  #length = 0;
  readonly #longer = new PairNumbers();
  /** Of a phrase of several words: the phrase before its last word, and that word; by its number less that of words. */
  readonly #befores: number[] = [];
  readonly #lasts: number[] = [];

  /** Takes a text in. All texts come before any phrase of several words: words have the lowest numbers. */
  addText(words: readonly string[]): NumberedText {
    const start = this.#length;
    if (start + words.length > this.#texts.length) this.#makeRoom(start + words.length);
    for (const word of words) {
      this.#texts[this.#length] = this.#addWord(word);
      this.#length += 1;
    }
    return { start, end: this.#length };
  }

  /** How many words all texts have. */
  get length(): number {
    return this.#length;
  }

  get size(): number {
    return this.#words.length + this.#befores.length;
  }

  /** The number of a word of a text, by its place among the words of all texts. */
  wordAt(place: number): number {
    return this.#texts[place] ?? NONE;
  }

  /** The number of a phrase with one more word; `NONE` where nobody has added it. */
  find(phrase: number, word: number): number {
    return phrase < 0 || word < 0 ? NONE : this.#longer.get(phrase, word);
  }

  /** The same, which gets one where it has none. */
  add(phrase: number, word: number): number {
    const known = this.find(phrase, word);
    if (known !== NONE) return known;
    const number = this.size;
    this.#longer.add(phrase, word, number);
    this.#befores.push(phrase);
    this.#lasts.push(word);
    return number;
  }

  wordsOf(phrase: number): string[] {
    const at = phrase - this.#words.length;
    if (at < 0) return [this.#words[phrase] ?? ''];
    return [...this.wordsOf(this.#befores[at] ?? NONE), this.#words[this.#lasts[at] ?? NONE] ?? ''];
  }

  /** Visits every phrase of a text, as far as it has a number. */
  visit({ start, end }: NumberedText, visitor: (phrase: number) => void): void {
    for (let first = start; first < end; first += 1) {
      let phrase = this.wordAt(first);
      for (let next = first + 1; phrase !== NONE; next += 1) {
        visitor(phrase);
        const isLonger = next < Math.min(end, first + LONGEST_PHRASE);
        phrase = isLonger ? this.find(phrase, this.wordAt(next)) : NONE;
      }
    }
  }

  #addWord(word: string): number {
    const known = this.#numbers.get(word);
    if (known !== undefined) return known;
    this.#numbers.set(word, this.#words.length);
    return this.#words.push(word) - 1;
  }

  #makeRoom(needed: number): void {
    const texts = new Int32Array(2 * needed);
    texts.set(this.#texts);
    this.#texts = texts;
  }
}
