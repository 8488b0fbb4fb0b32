import { adLength } from '../campaigns/ad-limits.ts';
import { foldedWords } from '../detection/words.ts';
import { speaksOfMoney } from './amounts.ts';
import { cleanText } from './clean-text.ts';
import type { SourcedText } from './composed-campaign.ts';
import { isConditional } from './footnotes.ts';
import type { Lexicon } from './languages/lexicon.ts';
import { ratingsOfBusiness } from './own-business.ts';
import type { Reading, ReadPage } from './reading.ts';
import { textOfItem } from './structured.ts';

/** A rating as the site tells it to machines. */
export interface Rating {
  value: string;
  count: string;
  /** Whether the count is of written reviews; else it is of ratings. */
  isOfReviews: boolean;
  scale: string;
  sources: SourcedText['sources'];
}

const SHORT = 40;
/** Below this a rating is no reason to come. */
const WORTH_TELLING = 0.8;
/** What fewer people say is no reason to come either. */
const FEWEST_REVIEWS = 5;
const MOST_WORDS_OF_A_NAME = 5;

/** Short statements of a page that promise something to its reader. */
export function promisesOf(page: ReadPage, lexicon: Lexicon): SourcedText[] {
  return statementsOf(page, lexicon).filter(
    ({ text }) => lexicon.find.promise.test(text) && !lexicon.find.proof.test(text),
  );
}

/** Short statements of a page that prove something. */
export function proofsOf(page: ReadPage, lexicon: Lexicon): SourcedText[] {
  return statementsOf(page, lexicon).filter(({ text }) => lexicon.find.proof.test(text));
}

/** Short lines of a page that name things it offers and claim nothing. */
export function itemsNamed(page: ReadPage, lexicon: Lexicon): SourcedText[] {
  const links = new Set(page.page.links.map(({ text }) => cleanText(text)));
  return linesOf(page, lexicon)
    .filter(({ kind }) => kind === 'item' || page.kind === 'home')
    .map(({ text, source }) => ({ text, sources: [source] }))
    .filter(({ text }) => !lexicon.find.promise.test(text) && !lexicon.find.proof.test(text))
    .filter(({ text }) => !links.has(text))
    .filter(({ text }) => page.kind !== 'home' || !lexicon.find.action.test(text))
    .filter(({ text }) => lexicon.language === 'ja' || !lexicon.functionWords.has(foldedWords(text)[0] ?? ''));
}

/** Items of a page that lead nowhere and name no thing to buy. */
export function reasonsOf(page: ReadPage, lexicon: Lexicon): SourcedText[] {
  const items = new Set(page.blocks.filter(({ kind }) => kind === 'item').map(({ text }) => withoutStop(text)));
  return itemsNamed(page, lexicon).filter(({ text }) => items.has(text) && text.split(' ').length > 2);
}

/** Headings and items that stand alone, and phrases that sentences carry whole. */
function statementsOf(page: ReadPage, lexicon: Lexicon): SourcedText[] {
  const lines = linesOf(page, lexicon).map(({ text, source }) => ({ text, sources: [source] }));
  const running = [
    ...page.sentences,
    ...page.footer
      .filter((text) => !isConditional(text))
      .map((text) => ({ text, sources: [{ address: page.address, words: text }] })),
  ];
  const phrases = running.flatMap(({ text, sources }) =>
    lexicon.find.phrases
      .flatMap((pattern) => [...text.matchAll(pattern)])
      .filter((match) => !isNegated(text, match.index, lexicon) && isWhole(text.slice(match.index + match[0].length)))
      .map((match) => ({ text: match[0].trim(), sources })),
  );
  return [...lines, ...phrases];
}

function linesOf(page: ReadPage, lexicon: Lexicon) {
  return page.blocks
    .filter(({ kind, level }) => kind === 'item' || (kind === 'heading' && level > 1))
    .map(({ text, kind }) => ({ text: withoutStop(text), kind, source: { address: page.address, words: text } }))
    .filter(({ text }) => standsAlone(text, lexicon));
}

/** A line that can be read without what stands around it. */
function standsAlone(text: string, lexicon: Lexicon): boolean {
  const { dangling, plainHeading, onlyCondition } = lexicon.find;
  return (
    adLength(text) <= SHORT &&
    text.length > 3 &&
    !/[?？:：]$|[:：]\s|https?:|@|www\.|\d{3}[\s.-]\d{3,4}|["“”„«»]/.test(text) &&
    !dangling.test(text) &&
    !plainHeading.test(text) &&
    !onlyCondition.test(text) &&
    !speaksOfMoney(text) &&
    !isConditional(text)
  );
}

/** The rating of the business, where it is worth telling. */
export function ratingOf({ pages, owner }: Reading): Rating | undefined {
  for (const { page, address } of pages) {
    for (const item of ratingsOfBusiness(page, owner)) {
      const value = textOfItem(item, 'ratingValue').replace(/^(\d)\.0$/, '$1.0');
      const reviews = textOfItem(item, 'reviewCount');
      const count = reviews || textOfItem(item, 'ratingCount');
      const scale = textOfItem(item, 'bestRating') || '5';
      const share = Number(value.replace(',', '.')) / Number(scale);
      if (!(share >= WORTH_TELLING && share <= 1) || !areEnough(count)) continue;
      const sources = [value, count].filter(Boolean).map((words) => ({ address, words }));
      return { value, count, isOfReviews: reviews !== '', scale, sources };
    }
  }
  return undefined;
}

/** A rating may go without its count; one that is no number counts nothing. */
function areEnough(count: string): boolean {
  return count === '' || (/^\d[\d.,\s]*$/.test(count) && Number(count.replaceAll(/\D/g, '')) >= FEWEST_REVIEWS);
}

/** What the site says it does not do. */
export function notOffered({ pages, lexicon }: Reading): string[] {
  const texts = pages.flatMap(({ blocks, notOurs }) => [...blocks.map(({ text }) => text), ...notOurs]);
  const lists = texts.flatMap((text) => lexicon.find.notOffered.exec(text)?.[1] ?? []);
  return lists
    .flatMap((list) => list.split(/\s*[,、]\s*|\s+(?:or|and|oder|und|o|y|ni|ou|et)\s+/))
    .map((name) =>
      cleanText(name.replace(/^(any|or|and|on|ein\w*|un\w*|de|d['’])\s+/i, '').replace(/[.。]$/, '')).toLowerCase(),
    )
    .filter((name) => name !== '' && name.split(' ').length <= MOST_WORDS_OF_A_NAME);
}

/** “Free” behind a “not” is not free; nor is it in a list of what is not offered. */
function isNegated(text: string, at: number, { find, whose }: Lexicon): boolean {
  const before = text.slice(0, at);
  const clause = before.split(/[,.;:]/).at(-1) ?? '';
  const lead = before.split(/[:：]/).slice(0, -1).at(-1) ?? '';
  const listed = find.notOffered.exec(text);
  const isListed = listed !== null && at >= listed.index && at < listed.index + listed[0].length;
  return (
    isListed ||
    (lead !== '' && whose.denial.test(`${lead}:`)) ||
    find.negation.test(clause.split(/\s+/).slice(-4).join(' '))
  );
}

/** A phrase that goes on may go on with its condition: only one that ends there is a whole claim. */
function isWhole(rest: string): boolean {
  return /^\s*$|^\s?[.,;:!?)。、！]|^\s(?:and|or|und|oder|y|o|et|ou)\s|^(?:です|ます|し|で)/.test(rest);
}

function withoutStop(text: string): string {
  return text.replace(/[.。]$/, '').trim();
}
