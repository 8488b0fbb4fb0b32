import type { Lexicon } from './languages/lexicon.ts';

const WORD = /[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’]*/gu;
const LETTERS = /\p{L}/gu;
const SHORTEST_SHOUT = 4;
const SMALL =
  /^(a|an|and|as|at|but|by|for|from|in|into|nor|of|on|or|per|the|to|up|via|vs|with|within|without|over|under|your|our|out)$/;
/** Small words of two or three letters are written small; longer prepositions and pronouns are not. */
const ALWAYS_SMALL = /^(a|an|and|as|at|but|by|for|in|nor|of|on|or|per|the|to|via|vs)$/;

/** How the site itself writes each of its words, learnt where the page's style does not shout or Title Them. */
export class Casing {
  readonly #forms = new Map<string, Map<string, number>>();

  constructor(texts: readonly string[]) {
    for (const text of texts) {
      if (isShouted(text)) continue;
      const words = text.match(WORD) ?? [];
      for (const word of words.slice(words.length > 1 ? 1 : 0)) this.#count(word);
    }
  }

  /** A text for an ad: in the language's own case, whatever the page's style does. */
  forAd(text: string, lexicon: Lexicon): string {
    const calm = isShouted(text) ? this.#calmed(text) : text;
    return lexicon.titleCase ? titled(calm) : capitalized(calm);
  }

  /** The same for a sentence, which no language titles. */
  forSentence(text: string): string {
    return capitalized(isShouted(text) ? this.#calmed(text) : text);
  }

  /** A word that was lower-cased elsewhere, such as in a keyword, as the site writes it. */
  wordAsWritten(word: string): string {
    const forms = [...(this.#forms.get(word.toLowerCase()) ?? [])].sort((a, b) => b[1] - a[1]);
    return forms[0]?.[0] ?? word;
  }

  /** Whether the site always writes a word with a capital, as names are. */
  isName(word: string): boolean {
    const forms = [...(this.#forms.get(word.toLowerCase()) ?? [])];
    return forms.length > 0 && forms.every(([form]) => /^\p{Lu}/u.test(form));
  }

  #count(word: string): void {
    const key = word.toLowerCase();
    const forms = this.#forms.get(key) ?? new Map<string, number>();
    forms.set(word, (forms.get(word) ?? 0) + 1);
    this.#forms.set(key, forms);
  }

  #calmed(text: string): string {
    return text.replaceAll(WORD, (word) => {
      const known = this.#forms.get(word.toLowerCase());
      return known ? this.wordAsWritten(word.toLowerCase()) : word.toLowerCase();
    });
  }
}

/** Whether a text stands in capitals because the page's style does that. */
export function isShouted(text: string): boolean {
  const letters = text.match(LETTERS) ?? [];
  if (letters.length < SHORTEST_SHOUT) return false;
  const upper = letters.filter((letter) => letter !== letter.toLowerCase()).length;
  return upper / letters.length > 0.8 && upper > SHORTEST_SHOUT;
}

function titled(text: string): string {
  const words = text.split(' ');
  return words.map((word, index) => titledWord(word, index === 0 || index === words.length - 1)).join(' ');
}

/** Words that carry a capital or a digit of their own stay as they are; parts of compounds are titled too. */
function titledWord(word: string, atEdge: boolean): string {
  if (/\p{L}.*\p{Lu}|^\p{N}.*\p{Lu}/u.test(word)) return word;
  if (!atEdge && ALWAYS_SMALL.test(word.toLowerCase()) && SMALL.test(word.toLowerCase())) return word.toLowerCase();
  return word
    .split('-')
    .map((part, index) => (index > 0 && ALWAYS_SMALL.test(part) ? part : capitalized(part)))
    .join('-');
}

function capitalized(text: string): string {
  const at = text.search(/[\p{L}\p{N}]/u);
  return at < 0 ? text : text.slice(0, at) + (text[at] ?? '').toUpperCase() + text.slice(at + 1);
}
