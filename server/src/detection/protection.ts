import type { ProfileWords } from './evidence.ts';
import { FILLERS } from './word-lists.ts';
import { foldedWord, foldedWords } from './words.ts';

const SHORTEST_BRAND_WORD = 3;

/**
 * Tells what names the business itself. A text names the brand when it holds all its words, in any order or written
 * together, or a word that is the brand's alone. It names a product when beside the product's name it says nothing but
 * where, how much or how good: “water heaters austin” does, “water heater pilot light” does not.
 */
export class Protection {
  readonly #brand: readonly string[];
  readonly #brandAlone: ReadonlySet<string>;
  readonly #products: readonly (readonly string[])[];
  readonly #places: ReadonlySet<string>;
  readonly #competitors: readonly (readonly string[])[];

  constructor(profile: ProfileWords | null) {
    this.#brand = foldedWords(profile?.brand ?? '').filter((word) => !FILLERS.has(word));
    this.#products = (profile?.products ?? []).map(foldedWords).filter((words) => words.length > 0);
    this.#competitors = (profile?.competitors ?? []).map(foldedWords).filter((words) => words.length > 0);
    this.#places = new Set((profile?.locations ?? []).flatMap(foldedWords));
    const general = new Set([
      ...this.#products.flat(),
      ...this.#competitors.flat(),
      ...this.#places,
      ...generalWords(profile, this.#brand),
    ]);
    this.#brandAlone = new Set(this.#brand.filter((word) => word.length >= SHORTEST_BRAND_WORD && !general.has(word)));
  }

  /** Whether a text must not be paused or excluded by rule. */
  protects(words: readonly string[]): boolean {
    return this.namesBrand(words) || this.#namesProduct(words.map(foldedWord));
  }

  namesBrand(words: readonly string[]): boolean {
    return namesAll(this.#brand, words.map(foldedWord)) || words.some((word) => this.#brandAlone.has(foldedWord(word)));
  }

  namesCompetitor(words: readonly string[]): boolean {
    return this.#competitors.some((competitor) => namesAll(competitor, words.map(foldedWord)));
  }

  #namesProduct(words: readonly string[]): boolean {
    return this.#products.some(
      (product) =>
        product.every((word) => words.includes(word)) &&
        words.every((word) => product.includes(word) || FILLERS.has(word) || this.#places.has(word)),
    );
  }
}

function namesAll(name: readonly string[], words: readonly string[]): boolean {
  if (name.length === 0) return false;
  return name.every((word) => words.includes(word)) || words.includes(name.join(''));
}

/** The words with which the profile tells what is offered, where it does not name the brand. */
function generalWords(profile: ProfileWords | null, brand: readonly string[]): string[] {
  const words = foldedWords(profile?.description ?? '');
  const [first] = brand;
  return words.filter((word, at) => {
    const begins = at - brand.indexOf(word);
    return !(brand.includes(word) && words[begins] === first && brand.every((one, n) => words[begins + n] === one));
  });
}
