import type { SitePage } from '../ports/site-reader.ts';

/** More than this of one page nobody reads for an ad; it keeps a page without an end from holding up the others. */
const MOST = { blocks: 1_500, links: 2_000, items: 500, text: 4_000, line: 300 };

/** No word of people is longer; patterns that look for a word's end take the square of one without an end. */
const ENDLESS_WORD =
  /([\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}_-]{80})[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}_-]+/gu;

/** A page in a size that can be looked at again and again. */
export function boundedPage(page: SitePage): SitePage {
  const cut = (text: string, most: number) => text.slice(0, most).replaceAll(ENDLESS_WORD, '$1');
  const lines = (texts: readonly string[]) => texts.slice(0, MOST.blocks).map((text) => cut(text, MOST.text));
  return {
    ...page,
    title: page.title === null ? null : cut(page.title, MOST.line),
    description: page.description === null ? null : cut(page.description, MOST.text),
    siteName: page.siteName === null ? null : cut(page.siteName, MOST.line),
    blocks: page.blocks.slice(0, MOST.blocks).map((block) => ({
      ...block,
      text: cut(block.text, block.kind === 'heading' ? MOST.line : MOST.text),
    })),
    actions: lines(page.actions),
    footer: lines(page.footer),
    links: page.links.slice(0, MOST.links).map((link) => ({ ...link, text: cut(link.text, MOST.line) })),
    structured: page.structured.slice(0, MOST.items),
  };
}
