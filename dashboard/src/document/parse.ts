import { type MarkedToken, marked, type Token } from 'marked';

/** A part of a document under its heading. */
export interface DocumentSection {
  /** Its place in the address. */
  id: string;
  title: string;
  blocks: readonly Token[];
}

/** A document as it is read: its title, what comes before the first heading, and its sections. */
export interface ParsedDocument {
  title: string;
  opening: readonly Token[];
  sections: readonly DocumentSection[];
}

const SECTION_DEPTH = 2;
/** Every document of ours tells in this section how much of the data is in. */
const COMPLETENESS = 'How complete this is';

/** Reads markdown. Nothing of it is run or put into the page as it stands: only its tokens are shown. */
export function parseDocument(markdown: string): ParsedDocument {
  const sections: { id: string; title: string; blocks: Token[] }[] = [];
  const opening: Token[] = [];
  let title = '';
  for (const token of marked.lexer(markdown, { gfm: true })) {
    const known = knownToken(token);
    if (known?.type === 'heading' && known.depth === 1 && title === '') {
      title = plainText(known.tokens);
    } else if (known?.type === 'heading' && known.depth <= SECTION_DEPTH) {
      const words = plainText(known.tokens);
      sections.push({ id: `${sections.length + 1}-${slugOf(words)}`, title: words, blocks: [] });
    } else {
      (sections.at(-1)?.blocks ?? opening).push(token);
    }
  }
  return { title, opening, sections };
}

/** How complete the data of a document is, in its own words, and where it tells more. */
export function completenessOf({ sections }: ParsedDocument): { id: string; words: string } | undefined {
  const section = sections.find(({ title }) => title === COMPLETENESS);
  const first = section?.blocks.map(knownToken).find((token) => token?.type === 'paragraph');
  return section && first?.type === 'paragraph' ? { id: section.id, words: plainText(first.tokens) } : undefined;
}

const KNOWN = new Set([
  'blockquote',
  'br',
  'checkbox',
  'code',
  'codespan',
  'def',
  'del',
  'em',
  'escape',
  'heading',
  'hr',
  'html',
  'image',
  'link',
  'list',
  'list_item',
  'paragraph',
  'space',
  'strong',
  'table',
  'text',
]);

/** A token of the language itself; there are no others as long as nothing extends it. */
export function knownToken(token: Token): MarkedToken | undefined {
  return isKnown(token) ? token : undefined;
}

function isKnown(token: Token): token is MarkedToken {
  return KNOWN.has(token.type);
}

/** What a reader would read aloud of some tokens. */
export function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      const known = knownToken(token);
      if (!known || known.type === 'html') return '';
      if ('tokens' in known && known.tokens) return plainText(known.tokens);
      return 'text' in known ? decoded(known.text) : '';
    })
    .join('');
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

/** The few entities that texts hold, as the characters they stand for; what is unknown stays as it was written. */
export function decoded(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|(\w+));/g, (whole, code: string | undefined, name: string | undefined) => {
    const point = Number(code);
    if (code !== undefined) return point > 31 && point < 0x110000 ? String.fromCodePoint(point) : whole;
    return NAMED[name ?? ''] ?? whole;
  });
}

function slugOf(words: string): string {
  return words
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
}
