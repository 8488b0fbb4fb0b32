import type { Lexicon } from './languages/lexicon.ts';

const WORD = /[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’]*/gu;
const COMPOUND = /(?<![\p{L}\p{N}])[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)+/gu;
const LETTERS = /\p{L}/gu;
const SHORTEST_SHOUT = 4;
/** More than any site of people uses; others are made to fill memory. */
const MOST_WORDS = 100_000;
const MOST_COMPOUNDS = 5_000;
const TITLED_SHARE = 0.65;
const SMALL =
  /^(a|an|and|as|at|but|by|for|from|in|into|nor|of|on|or|per|the|to|up|via|vs|with|within|without|over|under|your|our|out)$/;
/** Small words of two or three letters are written small; longer prepositions and pronouns are not. */
const ALWAYS_SMALL = /^(a|an|and|as|at|but|by|for|in|nor|of|on|or|per|the|to|via|vs)$/;

/** How the site itself writes each of its words, learnt where the page's style does not shout or Title Them. */
export class Casing {
  readonly #forms = new Map<string, Map<string, number>>();

  readonly #compounds = new Map<string, string>();
  readonly #capitalizesNouns: boolean;

  constructor(texts: readonly string[], { language }: Pick<Lexicon, 'language'>) {
    this.#capitalizesNouns = language === 'de';
    for (const text of texts) {
      for (const compound of text.match(COMPOUND) ?? []) this.#compound(compound.toLowerCase());
      if (isShouted(text) || (!this.#capitalizesNouns && isTitled(text))) continue;
      const words = text.match(WORD) ?? [];
      for (const word of this.#capitalizesNouns && words.length === 1 ? words : words.slice(1)) this.#count(word);
    }
  }

  /** A text for an ad: in the language's own case, whatever the page's style does. */
  forAd(text: string, lexicon: Lexicon): string {
    const calm = this.calmed(text);
    return lexicon.titleCase ? titled(calm) : capitalized(calm);
  }

  /** The same for a sentence, which no language titles. */
  forSentence(text: string): string {
    return capitalized(this.calmed(text));
  }

  /** A text without the capitals that only the page's style gives it. */
  calmed(text: string): string {
    if (!isShouted(text)) return text;
    return text.replaceAll(WORD, (word) => {
      const small = word.toLowerCase();
      if (this.#forms.has(small)) return this.wordAsWritten(small);
      return this.#capitalizesNouns ? capitalized(small) : small;
    });
  }

  /** A text in small letters, such as a keyword, as the site writes its words. */
  asWritten(text: string): string {
    let written = text
      .split(' ')
      .map((word) => this.wordAsWritten(word))
      .join(' ');
    for (const [apart, compound] of this.#compounds) {
      if (` ${text} `.includes(` ${apart} `))
        written = written.replace(RegExp(`(?<=^| )${apart}(?= |$)`, 'i'), compound);
    }
    return written;
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

  #compound(compound: string): void {
    if (this.#compounds.size < MOST_COMPOUNDS) this.#compounds.set(compound.replaceAll('-', ' '), compound);
  }

  #count(word: string): void {
    const key = word.toLowerCase();
    const known = this.#forms.get(key);
    if (!known && this.#forms.size >= MOST_WORDS) return;
    const forms = known ?? new Map<string, number>();
    forms.set(word, (forms.get(word) ?? 0) + 1);
    this.#forms.set(key, forms);
  }
}

/** Whether a text stands in capitals because the page's style does that. */
function isShouted(text: string): boolean {
  const letters = text.match(LETTERS) ?? [];
  if (letters.length < SHORTEST_SHOUT) return false;
  const upper = letters.filter((letter) => letter !== letter.toLowerCase()).length;
  return upper / letters.length > 0.8 && upper > SHORTEST_SHOUT;
}

/** Whether A Text Is Written Like This. */
function isTitled(text: string): boolean {
  const words = text.split(/\s+/).filter((word) => /\p{L}/u.test(word));
  const upper = words.filter((word) => /^\P{L}*\p{Lu}/u.test(word)).length;
  return words.length > 2 && upper / words.length > TITLED_SHARE;
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
