import type { Source } from './composed-campaign.ts';
import type { Lexicon } from './languages/lexicon.ts';

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

/** An amount where its text states it. */
interface Amount {
  amount: string;
  isFrom: boolean;
  per: string;
  /** Whether it is what the thing costs, not a saving, a limit or a part of it. */
  isPaid: boolean;
  /** What stands before it, and behind its unit. */
  before: string;
  rest: string;
}

const SIGN = String.raw`(?:(?:US|CA|AU|NZ|HK|NT|MX|[ACRS])?\$|[€£¥])`;
const CODE = '(?:EUR|USD|GBP|CHF|zł|kr)';
const NUMBER = String.raw`(?:\d{1,3}(?:[.,'’]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d{1,2})?)`;
/** Japanese words stand beside a number without a space; those that count are part of it, as in “1万5,000円”. */
const JAPANESE = String.raw`(?![〇一二三四五六七八九十百千万億兆])[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]`;
const NEIGHBOUR = String.raw`(?!${JAPANESE})[\p{L}\p{N}\p{Sc}'’]`;
const UNTIL = String.raw`(?:\s?(?:[-–—~〜～]|から)|\s(?:to|bis|à|a|hasta|or|oder|o|ou)\s)\s?`;
const SCALE = String.raw`\s?(?i:hundred|thousand|million|billion|mio|mrd|tsd|tausend|mil|mill\p{L}*)(?!\p{L})`;
/** What is taken off or added, and no dash between a name and its price. */
const MINUS = String.raw`(?<=^|[\s:：])[-−–—+]`;
const BEFORE_SIGN = String.raw`(?<!${NEIGHBOUR}|${MINUS})(?<!(?:\p{Sc}|${CODE})\s?[\d.,'’]{1,12}${UNTIL})`;
const BEFORE_NUMBER = String.raw`(?<!${NEIGHBOUR}|${MINUS}|\d[.,'’\s])(?<!\d\s?(?:\p{Sc}|円|${CODE})?${UNTIL})`;
const BEHIND = String.raw`(?!${NEIGHBOUR}|[.,]\d|\s\d|${SCALE}|${UNTIL}(?:\p{Sc}|${CODE})?\s?\d)`;
/** A whole amount, of which nothing is in a number, a currency, a span or a multiple that goes on around it. */
const AMOUNT = RegExp(
  `(?:${BEFORE_SIGN}(?:${SIGN}|${CODE})\\s?${NUMBER}|${BEFORE_NUMBER}${NUMBER}\\s?(?:[$€£円]|${CODE}))${BEHIND}`,
  'gu',
);
/** Whatever speaks of money, understood or not. */
const MONEY = RegExp(
  String.raw`\d[\d.,'’\s]{0,15}(?:\p{Sc}|${CODE}(?!\p{L}))|\p{Lu}{0,3}\p{Sc}|(?<=[\p{N}百千万億])\s?円|(?<!\p{L})${CODE}\s?\d|\d\s?(?i:euros?|dollars?|pounds?|francs?|franken|yen)(?!\p{L})`,
  'u',
);
const PER = String.raw`(?:(?:\/\s?|per |pro |je |por |par )(?:sq\.? ft|\p{L}+[²³23]?)|(?:a |an |each |al |a la )(?:guest|person|month|year|hour|user|seat|week|day|night|visit|head|unit|room|mes|año|hora|persona|noche|día)|each|monthly|weekly|daily|yearly|annually|hourly|mtl|monatlich|jährlich|mensual(?:es)?|mensuels?)(?![\p{L}\p{N}])(?: per month| a month|\/month)?`;
/** What is paid anyway need not be said. */
const TAXED = String.raw`\s?[(（]?(?:税込み?|incl?\. (?:VAT|GST|tax)|inkl\. MwSt\.|IVA incluido|TTC(?!\p{L}))[)）]?`;
const TAIL = RegExp(`^(?:${TAXED})?(?:\\s?(?<per>${PER}))?(?:\\s?(?<later>から|[~〜～+]))?(?:${TAXED})?`, 'iu');
const PART_OR_SAVING =
  /^\s?(?:off|discount|deposit|credit|voucher|rabatt|nachlass|anzahlung|gutschein|de (?:descuento|réduction|remise|acompte)|引|割引)/i;

/** The amounts in a text with what stands around each. */
export function amountsIn(text: string, { find }: Lexicon): Amount[] {
  return [...text.matchAll(AMOUNT)].map((match) => {
    const before = text.slice(0, match.index);
    const after = text.slice(match.index + match[0].length);
    const tail = TAIL.exec(after);
    const rest = after.slice(tail?.[0].length);
    const isFrom = find.from.test(before) || tail?.groups?.later !== undefined;
    const isPaid = !find.notPaid.test(before.trimEnd()) && !PART_OR_SAVING.test(rest);
    return {
      amount: match[0],
      isFrom,
      per: tail?.groups?.per ?? '',
      isPaid,
      before: before.replace(find.from, ''),
      rest,
    };
  });
}

/** The one amount that a text ends with; nothing where anything else limits it. */
export function priceAtEnd(text: string, lexicon: Lexicon): Amount | undefined {
  const [found, another] = amountsIn(text, lexicon);
  if (!found?.isPaid || another || speaksOfMoney(found.before)) return undefined;
  return /^[\s.。)）]*$/.test(found.rest) ? found : undefined;
}

/** Whether a text holds amounts, or anything that may be one. */
export function speaksOfMoney(text: string): boolean {
  return MONEY.test(text);
}

/** Whether a text begins with an amount, or with anything that may be one. */
export function beginsWithMoney(text: string): boolean {
  return text.search(MONEY) === 0;
}

/** A text without the amounts that are understood. */
export function withoutAmounts(text: string): string {
  return text.replaceAll(AMOUNT, ' ');
}

/** The sign or code of an amount's currency, as it is written. */
export function currencyIn(amount: string): string {
  return amount.replaceAll(/[\d.,'’\s]/g, '');
}

/** The number in an amount, whichever way it is grouped. */
export function numberIn(amount: string): number {
  const digits = amount.replaceAll(/[^\d.,]/g, '');
  const decimals = /[.,](\d{1,2})$/.exec(digits);
  const whole = (decimals ? digits.slice(0, -decimals[0].length) : digits).replaceAll(/[.,]/g, '');
  return Number(`${whole}.${decimals?.[1] ?? '0'}`);
}
