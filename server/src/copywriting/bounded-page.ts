import type { SitePage } from '../ports/site-reader.ts';

/** More than this of one page nobody reads for an ad; it keeps a page without an end from holding up the others. */
const MOST = { blocks: 1_500, links: 2_000, items: 500, text: 4_000, line: 300 };

/** A page in a size that can be looked at again and again. */
export function boundedPage(page: SitePage): SitePage {
  const lines = (texts: readonly string[]) => texts.slice(0, MOST.blocks).map((text) => text.slice(0, MOST.text));
  return {
    ...page,
    title: page.title?.slice(0, MOST.line) ?? null,
    description: page.description?.slice(0, MOST.text) ?? null,
    siteName: page.siteName?.slice(0, MOST.line) ?? null,
    blocks: page.blocks.slice(0, MOST.blocks).map((block) => ({
      ...block,
      text: block.text.slice(0, block.kind === 'heading' ? MOST.line : MOST.text),
    })),
    actions: lines(page.actions),
    footer: lines(page.footer),
    links: page.links.slice(0, MOST.links).map((link) => ({ ...link, text: link.text.slice(0, MOST.line) })),
    structured: page.structured.slice(0, MOST.items),
  };
}
