import type { Lexicon } from './languages/lexicon.ts';

const YEAR = /(?<![\d.,:])((?:19|20)\d\d)(?![\d,]|[.:]\d)/g;
const DAY_MONTH_YEAR = /\b(\d{1,2})[./-](\d{1,2})[./-]((?:19|20)\d\d)\b/;
const ISO_DAY = /\b((?:19|20)\d\d)[-/年](\d{1,2})[-/月](\d{1,2})/;
const MONTHS = 12;
/** Names of standards, laws and models carry years that say nothing about today. */
const NO_DATE = /\bISO \d+(?::\d{4})?|[$€£¥]\s?\d[\d.,]*|\b\d{4}\s?(?:€|円|m²|kg|km|mm|cm|watt|w|sq)\b/gi;

/** Whether a text speaks of a time that has passed: an offer that ended, a year gone by other than a beginning. */
export function isOver(text: string, lexicon: Lexicon, now: number): boolean {
  const plain = text.replaceAll(NO_DATE, ' ').replace(RegExp(lexicon.find.since, 'giu'), ' ');
  const day = dayIn(plain, lexicon);
  if (day !== undefined) return day < now;
  const thisYear = new Date(now).getUTCFullYear();
  return [...plain.matchAll(YEAR)].some(([, year]) => Number(year) < thisYear);
}

function dayIn(text: string, lexicon: Lexicon): number | undefined {
  const iso = ISO_DAY.exec(text);
  if (iso) return endOfDay(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const day = DAY_MONTH_YEAR.exec(text);
  if (!day) return undefined;
  const [first, second, year] = [Number(day[1]), Number(day[2]), Number(day[3])];
  const monthFirst = lexicon.language === 'en' && first <= MONTHS;
  return monthFirst ? endOfDay(year, first, second) : endOfDay(year, second, first);
}

function endOfDay(year: number, month: number, day: number): number {
  return Date.UTC(year, month - 1, day + 1);
}
