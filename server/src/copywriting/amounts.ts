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

const AMOUNT = String.raw`(?:(?:US|CA|AU)?[$€£¥]\s?\d[\d.,]*\d|(?:US|CA|AU)?[$€£¥]\s?\d|\d[\d.,]*\s?(?:[€£円]|(?:EUR|USD|CHF|zł|kr)(?![\p{L}])))`;
const PER =
  /^\s?((?:\/|per |a |an |each |pro |por |par |al |je |a la )\s?(?:guest|person|month|mo|year|yr|hour|hr|user|seat|week|day|night|visit|head|unit|room|Monat|Jahr|Stunde|Person|Nacht|Tag|Nutzer|mes|año|hora|persona|noche|día|mois|an|heure|personne|nuit|jour|m[²³23]|sq ft)(?![\p{L}\p{N}])(?: per month| a month|\/month)?)/iu;

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
