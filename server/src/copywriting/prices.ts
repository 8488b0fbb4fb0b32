import { numberIn, type Price, priceAtEnd } from './amounts.ts';
import { isConditional } from './footnotes.ts';
import type { Lexicon } from './languages/lexicon.ts';
import { isUs } from './own-words.ts';
import type { Reading, ReadPage } from './reading.ts';
import { tablePrices } from './table-prices.ts';
import { toldOffers } from './told-offers.ts';

const LONGEST_LABEL = 40;

/** Every price of a page that holds without a note: of its tables, its lists and headings, and of what it tells machines. */
export function pricesOf(page: ReadPage, reading: Reading): Price[] {
  const labelled = labelledPrices(page, reading.lexicon);
  // Where one label is the business, the others are other businesses.
  const comparesSellers = labelled.some(({ what }) => isUs(what, reading));
  const prices = [
    ...tablePrices(page, reading),
    ...(comparesSellers ? [] : labelled),
    ...toldOffers(page, reading.now),
  ];
  return prices.filter(({ sources }) => !sources.some(({ words }) => isConditional(words)));
}

/** A price in words: what it is for, its “from”, and what it is paid for; empty where the language cannot say “from”. */
export function priceText({ what, amount, isFrom, per }: Price, { say }: Lexicon): string {
  const written = isFrom ? say.from(amount) : amount;
  const unit = per === '' ? '' : `${per.startsWith('/') ? '' : ' '}${per}`;
  return written === '' ? '' : `${what} ${written}${unit}`;
}

/** “Drain cleaning: from $129” in a heading or an item: what stands before the price names it. */
function labelledPrices({ blocks, address }: ReadPage, lexicon: Lexicon): Price[] {
  return blocks
    .filter(({ kind }) => kind === 'item' || kind === 'heading')
    .flatMap(({ text }) => {
      const found = priceAtEnd(text, lexicon);
      const what = found?.before.replace(/[\s:–—,|…（(-]+$/u, '').trim() ?? '';
      const isLabel = what !== '' && what.length <= LONGEST_LABEL && !/[.!?。]/.test(what);
      if (!found || !isLabel || lexicon.find.notPaid.test(what)) return [];
      if (lexicon.language !== 'ja' && /\b(is|are|ist|kostet|costs?|es|cuesta|est|coûte)$/i.test(what)) return [];
      const { amount, isFrom, per } = found;
      const sources = [{ address, words: text }];
      return [{ what, amount, value: numberIn(amount), isFrom, per, condition: '', sources }];
    });
}
