import { marked } from './quotation.ts';

/** A number, or a text with numbers in it, and where it was read or computed from. */
export interface Fact {
  readonly text: string;
  readonly source: string;
}

/** Markdown that knows what it was made of. */
export interface Prose {
  readonly text: string;
  readonly facts: readonly Fact[];
  /** What others wrote, as it stands in the text, with its marks. */
  readonly quotes: readonly string[];
}

/** A number with its source: the only way for one to get into a document. */
export function fact(text: string, source: string): Prose {
  return { text, facts: [{ text, source }], quotes: [] };
}

/** What somebody else wrote, made harmless and marked as a quotation. */
export function quote(text: string, longest?: number): Prose {
  const words = marked(text, longest);
  return { text: words, facts: [], quotes: [words] };
}

/** Our own words around facts and quotations; they hold no number of their own. */
export function say(words: TemplateStringsArray, ...values: readonly (Prose | string)[]): Prose {
  const parts = words.flatMap((text, index) => {
    const value = values[index];
    return value === undefined
      ? [wordsOnly(text)]
      : [wordsOnly(text), typeof value === 'string' ? wordsOnly(value) : value];
  });
  return joined(parts, '');
}

/** Several pieces as one, each taken up once however many there are. */
export function joined(parts: readonly Prose[], between: string): Prose {
  return {
    text: parts.map(({ text }) => text).join(between),
    facts: parts.flatMap(({ facts }) => facts),
    quotes: parts.flatMap(({ quotes }) => quotes),
  };
}

/** Pieces as a list in a sentence: a, b and c. */
export function listed(parts: readonly Prose[]): Prose {
  const last = parts.at(-1);
  if (!last || parts.length === 1) return last ?? say``;
  return say`${joined(parts.slice(0, -1), ', ')} and ${last}`;
}

const DIGIT = /\p{N}/u;

function wordsOnly(text: string): Prose {
  if (DIGIT.test(text)) throw new TypeError(`a number without a source: ${text}`);
  return { text, facts: [], quotes: [] };
}
