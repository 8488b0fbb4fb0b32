import type { Source } from './composed-campaign.ts';
import type { Lexicon } from './languages/lexicon.ts';
import type { ReadPage } from './reading.ts';
import { itemsOf, textOfItem } from './structured.ts';

/** A price as its page states it, with what it is for and what it depends on. */
export interface Price {
  what: string;
  /** In the page's own spelling, such as `$1,450` or `89 €`. */
  amount: string;
  value: number;
  isFrom: boolean;
  /** What one pays it for, such as `per month`; empty where it is for the whole. */
  per: string;
  condition: string;
  sources: Source[];
}

const AMOUNT = String.raw`(?:(?:US|CA|AU)?[$€£¥]\s?\d[\d.,]*\d|(?:US|CA|AU)?[$€£¥]\s?\d|\d[\d.,]*\s?(?:[€£円]|(?:EUR|USD|CHF|zł|kr)(?![\p{L}])))`;
const ONE_AMOUNT = RegExp(AMOUNT, 'u');
const PER =
  /^\s?((?:\/|per |a |an |each |pro |por |par |al |je |a la )\s?(?:guest|person|month|mo|year|yr|hour|hr|user|seat|week|day|night|visit|head|unit|room|Monat|Jahr|Stunde|Person|Nacht|Tag|Nutzer|mes|año|hora|persona|noche|día|mois|an|heure|personne|nuit|jour|m²|sq ft)\b(?: per month| a month|\/month)?)/iu;
const LONGEST_LABEL = 40;
const ONLY_PRICE = 20;

/** Every price of a page: of its tables, its lists and headings, and of what it tells machines. */
export function pricesOf(page: ReadPage, lexicon: Lexicon): Price[] {
  return [...tablePrices(page, lexicon), ...labelledPrices(page, lexicon), ...offers(page)];
}

/** A price in words: what it is for, its “from”, and what it is paid for; empty where the language cannot say “from”. */
export function priceText({ what, amount, isFrom, per }: Price, { say }: Lexicon): string {
  const written = isFrom ? say.from(amount) : amount;
  const unit = per === '' ? '' : `${per.startsWith('/') ? '' : ' '}${per}`;
  return written === '' ? '' : `${what} ${written}${unit}`;
}

/** The amounts in a text with what stands around each. */
export function amountsIn(text: string, lexicon: Lexicon): { amount: string; isFrom: boolean; per: string }[] {
  return [...text.matchAll(RegExp(AMOUNT, 'gu'))].map((match) => {
    const after = text.slice(match.index + match[0].length);
    const startsLater = /^\s?(?:から|~|〜|～|\+)/.test(after);
    return {
      amount: match[0],
      isFrom: lexicon.find.from.test(text.slice(0, match.index)) || startsLater,
      per: PER.exec(after)?.[1]?.trim() ?? '',
    };
  });
}

/** The number in an amount, whichever way it is grouped. */
export function numberIn(amount: string): number {
  const digits = amount.replaceAll(/[^\d.,]/g, '');
  const decimals = /[.,](\d{1,2})$/.exec(digits);
  const whole = (decimals ? digits.slice(0, -decimals[0].length) : digits).replaceAll(/[.,]/g, '');
  return Number(`${whole}.${decimals?.[1] ?? '0'}`);
}

/** Rows of a table: a cell with nothing but a price, the cell before it, and the one after it where rows have three. */
function tablePrices({ blocks, address }: ReadPage, lexicon: Lexicon): Price[] {
  const cells = blocks.filter(({ kind }) => kind === 'cell').map(({ text }) => text);
  const priced = cells.flatMap((text, index) => (isOnlyPrice(text) ? [index] : []));
  const width = Math.min(...priced.slice(1).map((at, index) => at - (priced[index] ?? 0)));
  return priced.flatMap((at) => {
    const [what = '', text = '', note = ''] = [cells[at - 1], cells[at], width > 2 ? cells[at + 1] : ''];
    const [found] = amountsIn(text, lexicon);
    if (!found || what === '' || ONE_AMOUNT.test(what)) return [];
    const sources = [what, text, note].filter(Boolean).map((words) => ({ address, words }));
    return [{ ...found, what, value: numberIn(found.amount), condition: note, sources }];
  });
}

function isOnlyPrice(text: string): boolean {
  return ONE_AMOUNT.test(text) && text.length <= ONLY_PRICE;
}

/** “Drain cleaning: from $129” in a heading or an item: what stands before the price names it. */
function labelledPrices({ blocks, address }: ReadPage, lexicon: Lexicon): Price[] {
  return blocks
    .filter(({ kind }) => kind === 'item' || kind === 'heading')
    .flatMap(({ text }) => {
      const [found, another] = amountsIn(text, lexicon);
      if (!found || another) return [];
      const before = text.slice(0, text.indexOf(found.amount)).replace(lexicon.find.from, '').trim();
      const what = before.replace(/[\s:–—,|…（(-]+$/u, '').trim();
      const isLabel = what !== '' && what.length <= LONGEST_LABEL && !/[.!?。]/.test(what);
      if (!isLabel || (lexicon.language !== 'ja' && /\b(is|are|ist|kostet|costs?|es|cuesta|est|coûte)$/i.test(what)))
        return [];
      const rest = text.slice(text.indexOf(found.amount) + found.amount.length).replace(found.per, '');
      const condition = rest.replace(/^[\s:–—,|()（）・から〜~-]+|[)）.。]+$/gu, '').trim();
      return [{ ...found, what, value: numberIn(found.amount), condition, sources: [{ address, words: text }] }];
    });
}

const SYMBOLS: Readonly<Record<string, string>> = { USD: '$', EUR: '€', GBP: '£', JPY: '円' };

/** Offers told to machines. */
function offers({ page, address }: ReadPage): Price[] {
  return page.structured
    .filter(({ type }) => type === 'Product' || type === 'Service')
    .flatMap((item) => {
      const what = textOfItem(item, 'name');
      return itemsOf(item, 'offers').flatMap((offer) => {
        const low = textOfItem(offer, 'lowPrice');
        const price = low || textOfItem(offer, 'price');
        const currency = textOfItem(offer, 'priceCurrency');
        if (what === '' || !/^\d+([.,]\d+)?$/.test(price) || !SYMBOLS[currency]) return [];
        const sources = [what, price, currency].map((words) => ({ address, words }));
        const value = numberIn(price);
        return [{ what, amount: written(value, currency), value, isFrom: low !== '', per: '', condition: '', sources }];
      });
    });
}

function written(value: number, currency: string): string {
  const number = Number.isInteger(value) ? String(value) : value.toFixed(2);
  const symbol = SYMBOLS[currency] ?? currency;
  if (currency === 'JPY') return `${number}${symbol}`;
  return currency === 'EUR' ? `${number.replace('.', ',')} ${symbol}` : `${symbol}${number}`;
}
