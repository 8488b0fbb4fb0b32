import type { TextBlock } from '../ports/site-reader.ts';
import { numberIn, type Price, priceAtEnd } from './amounts.ts';
import { isConditional } from './footnotes.ts';
import type { Lexicon } from './languages/lexicon.ts';
import { isUs } from './own-words.ts';
import type { Reading, ReadPage } from './reading.ts';
import { tablePrices } from './table-prices.ts';
import { toldOffers } from './told-offers.ts';

const LONGEST_LABEL = 40;
/** Words of a heading below which prices are those of some buyers, or no whole prices. */
const OF_SOME = RegExp(
  [
    String.raw`(?<!\p{L})(?:members?|memberships?|students?|seniors?|veterans?|military|insur(?:ance|ed)|deposits?|save|savings?|discounts?|first[- ](?:order|purchase|visit|booking)|new (?:customers?|clients?|patients?))(?!\p{L})`,
    String.raw`surcharges?|mitglied|(?<!\p{L})(?:student|studierende|schüler|senior|rentner|neukund)|versicher|zuschl[aä]g|anzahlung|kaution|rabatt|(?<!\p{L})sparen|erstbestell`,
    String.raw`adhérent|(?<!\p{L})(?:membres?|mutuelles?|étudiant\p{L}*|retraité\p{L}*|abonné\p{L}*)(?!\p{L})|assurance|supplément|majoration|acompte|(?<!\p{L})caution|(?<!\p{L})remises?(?!\p{L})|réduction|économis|première commande`,
    String.raw`(?<!\p{L})(?:soci[oa]s?|miembros?|estudiant\p{L}*|jubilad\p{L}*|seguros?|recargos?|suplementos?|depósitos?|fianza|descuentos?|ahorr\p{L}*|primer\p{L}* (?:pedido|compra|visita))(?!\p{L})`,
    '会員|学生|学割|シニア|保険|割増|追加料金|保証金|敷金|予約金|割引|値引|初回',
  ].join('|'),
  'iu',
);

/** Every price of a page that holds without a note: of its tables, its lists and headings, and of what it tells machines. */
export function pricesOf(page: ReadPage, reading: Reading): Price[] {
  const everybodys = { ...page, blocks: blocksForEverybody(page.blocks, reading.lexicon) };
  const labelled = labelledPrices(everybodys, reading.lexicon);
  // Where one label is the business, the others are other businesses.
  const comparesSellers = labelled.some(({ what }) => isUs(what, reading));
  const prices = [
    ...tablePrices(everybodys, reading),
    ...(comparesSellers ? [] : labelled),
    ...toldOffers(page, reading.now),
  ];
  return prices.filter(({ sources }) => !sources.some(({ words }) => isConditional(words)));
}

/** The blocks that stand below no heading that limits their prices; a first heading names the page. */
function blocksForEverybody(blocks: readonly TextBlock[], { find }: Lexicon): TextBlock[] {
  /** The level of the heading that limits what is below it. */
  let limited = 0;
  return blocks.filter(({ kind, level, text }) => {
    if (kind === 'heading' && (limited === 0 || level <= limited)) {
      limited = level > 1 && (OF_SOME.test(text) || find.onlyCondition.test(text)) ? level : 0;
    }
    return limited === 0;
  });
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
