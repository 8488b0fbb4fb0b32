import type { Site, StructuredItem, StructuredValue, TextBlock } from '../../ports/site-reader.ts';
import { boundedPage } from '../bounded-page.ts';
import { cleanText, sentencesOf } from '../clean-text.ts';
import type { Source } from '../composed-campaign.ts';
import { withoutShifted } from '../footnotes.ts';
import type { Lexicon } from '../languages/lexicon.ts';

/** A longer text says itself what it depends on. */
const LONGEST_LINE = 80;
const STOP = /[.!?。！？]$/;
/** A shop repeats a line at each of its things: what stands below it first is enough, and less than all only says less. */
const MOST_FOLLOWING = 20;

/** All that a site says, by page, so that what was quoted can be found there again. */
export class SiteText {
  readonly #pages: ReadonlyMap<string, string>;
  /** What follows a line, wherever it stands. */
  readonly #following = new Map<string, Set<string>>();

  constructor({ pages: whole }: Site, lexicon: Lexicon) {
    const pages = whole.map(boundedPage);
    for (const { blocks } of pages) this.#follow(blocks, lexicon);
    this.#pages = new Map(
      pages.map((page) => {
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

  /** The sentences that stand right below a heading or line of these words, and go on with what it says. */
  following(words: string): readonly string[] {
    return words.length > LONGEST_LINE ? [] : [...(this.#following.get(bare(words)) ?? [])];
  }

  #follow(blocks: readonly TextBlock[], lexicon: Lexicon): void {
    blocks.forEach((block, at) => {
      const next = blocks[at + 1];
      if (!next || !(goesOn(block, next) || isLimitedBy(block, next, lexicon))) return;
      const key = bare(block.text);
      const known = this.#following.get(key) ?? new Set<string>();
      if (known.size === MOST_FOLLOWING) return;
      this.#following.set(key, known.add(firstSentence(next)));
    });
  }
}

/** Whether the next block limits what a block says: an item of a list may have several lines, and any may be the last. */
export function isLimitedBy({ text }: TextBlock, next: TextBlock, { find }: Lexicon): boolean {
  if (text.length > LONGEST_LINE) return false;
  if (find.onlyCondition.test(firstSentence(next))) return true;
  return next.kind !== 'heading' && !STOP.test(text) && find.condition.test(firstSentence(next));
}

/** Whether a block is the beginning of the next one; items of a list stand side by side. */
function goesOn({ kind, level, text }: TextBlock, next: TextBlock): boolean {
  if (text.length > LONGEST_LINE || STOP.test(text)) return false;
  if (kind === 'heading') return next.kind !== 'heading' || next.level > level;
  return kind === 'paragraph' && next.kind === 'paragraph';
}

function firstSentence({ text }: TextBlock): string {
  return sentencesOf(cleanText(text))[0] ?? '';
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
