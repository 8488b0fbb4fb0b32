import type { StructuredItem } from '../ports/site-reader.ts';
import { numberIn, type Price } from './amounts.ts';
import type { ReadPage } from './reading.ts';
import { itemsOf, textOfItem } from './structured.ts';

const SYMBOLS = new Map(Object.entries({ USD: '$', EUR: '€', GBP: '£', JPY: '円' }));
const ENDS = ['priceValidUntil', 'validThrough', 'availabilityEnds'];
const GONE = /(Discontinued|OutOfStock|SoldOut)$/i;
/** The price is for a part or a time of it, or for some buyers alone. */
const NOT_FOR_THE_WHOLE = [
  'unitCode',
  'unitText',
  'billingDuration',
  'billingIncrement',
  'referenceQuantity',
  'validForMemberTier',
];
/** One piece, as units are coded. */
const ONE_PIECE = /^(C62|EA|H87|NAR|PCE)$/;
const DAY_MS = 86_400_000;

/** Offers told to machines, as far as they hold today and for what they name as a whole. */
export function toldOffers({ page, address }: ReadPage, now: number): Price[] {
  return page.structured
    .filter(({ type }) => type === 'Product' || type === 'Service')
    .flatMap((item) => {
      const what = textOfItem(item, 'name');
      return itemsOf(item, 'offers').flatMap((offer) => {
        const low = textOfItem(offer, 'lowPrice');
        const price = low || textOfItem(offer, 'price');
        const currency = textOfItem(offer, 'priceCurrency');
        if (what === '' || !SYMBOLS.has(currency) || !isPlain(price, currency)) return [];
        const value = numberIn(price);
        // Nothing is a number that nobody filled in.
        if (value === 0 || !holds(offer, now) || !isForTheWhole(offer)) return [];
        const sources = [what, price, currency].map((words) => ({ address, words }));
        return [{ what, amount: written(value, currency), value, isFrom: low !== '', per: '', condition: '', sources }];
      });
    });
}

/** Three digits behind a mark are thousands or decimals: only the comma of those who write it in thousands is plain. */
function isPlain(price: string, currency: string): boolean {
  return /^\d+(?:[.,]\d{1,2})?$/.test(price) || (currency !== 'EUR' && /^\d{1,3},\d{3}$/.test(price));
}

function holds(offer: StructuredItem, now: number): boolean {
  if (GONE.test(textOfItem(offer, 'availability'))) return false;
  return ENDS.map((name) => textOfItem(offer, name)).every((end) => end === '' || endOf(end) > now);
}

/** A day ends with it; one that cannot be read holds for nobody. */
function endOf(end: string): number {
  return Date.parse(end) + (/^\d{4}-\d\d-\d\d$/.test(end) ? DAY_MS : 0);
}

function isForTheWhole(offer: StructuredItem): boolean {
  return [offer, ...itemsOf(offer, 'priceSpecification')].every(({ properties }) =>
    NOT_FOR_THE_WHOLE.every((name) => (properties[name] ?? []).every((value) => ONE_PIECE.test(String(value)))),
  );
}

function written(value: number, currency: string): string {
  const number = Number.isInteger(value) ? String(value) : value.toFixed(2);
  const symbol = SYMBOLS.get(currency) ?? currency;
  if (currency === 'JPY') return `${number}${symbol}`;
  return currency === 'EUR' ? `${number.replace('.', ',')} ${symbol}` : `${symbol}${number}`;
}
