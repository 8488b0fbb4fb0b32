import type { Site, StructuredItem, StructuredValue } from '../../ports/site-reader.ts';
import { boundedPage } from '../bounded-page.ts';
import { cleanText } from '../clean-text.ts';
import type { Source } from '../composed-campaign.ts';
import { withoutShifted } from '../footnotes.ts';

/** All that a site says, by page, so that what was quoted can be found there again. */
export class SiteText {
  readonly #pages: ReadonlyMap<string, string>;

  constructor({ pages }: Site) {
    this.#pages = new Map(
      pages.map(boundedPage).map((page) => {
        const texts = [
          page.address,
          page.title,
          page.description,
          page.siteName,
          ...page.blocks.map(({ text }) => text),
          ...page.actions,
          ...page.links.map(({ text }) => text),
          ...page.footer,
          ...page.structured.flatMap(textsOf),
        ];
        return [page.address, texts.map((text) => bare(text ?? '')).join('\n')];
      }),
    );
  }

  /** Whether the page named carries these very words. */
  carries({ address, words }: Source): boolean {
    const looked = bare(words);
    return looked !== '' && (this.#pages.get(address)?.includes(looked) ?? false);
  }
}

function textsOf(item: StructuredItem): string[] {
  const walk = (value: StructuredValue): string[] => (typeof value === 'object' ? textsOf(value) : [String(value)]);
  return Object.values(item.properties).flatMap((values) => values.flatMap(walk));
}

/** Letters and digits alone: neither case nor marks nor white space keep a quotation from being found. */
function bare(text: string): string {
  return withoutShifted(cleanText(text))
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}$€£]+/gu, '');
}
