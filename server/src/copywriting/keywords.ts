import { foldedWords, variantOf, wordsOf } from '../detection/words.ts';
import type { KeywordIdea, KeywordText } from '../ports/ad-platform.ts';
import type { Brief } from './brief.ts';
import { itemsNamed } from './claims.ts';
import { COUNTS, fits, LIMITS } from './limits.ts';
import { serviceForms } from './service-forms.ts';
import type { Service } from './services.ts';

/** If one click in ten bought, and all of the price were gain, a dearer click would still lose. */
const HIGHEST_BID_OF_PRICE = 0.1;
const MOST_PLACES = 3;
const REFUSED = /[!@%^()={};~`<>?\\|,*]/;
const MOST_WORDS_OF_AN_ITEM = 4;

/** A keyword on its way into an ad, with how close it is to what the ad sells. */
interface Candidate {
  text: string;
  closeness: number;
  searches: number;
}

/** Gives each ad its keywords: no search is bought twice, and none goes to an ad that sells something else. */
export function keywordsOf(services: readonly Service[], brief: Brief, taken: readonly string[]): KeywordText[][] {
  const used = new Set(taken.map((text) => variantOf(foldedWords(text))));
  const owners = new Owners(services, brief);
  return services.map((service) => {
    const chosen: Candidate[] = [];
    for (const candidate of candidatesOf(service, brief)) {
      const variant = variantOf(foldedWords(candidate.text));
      if (chosen.length === COUNTS.keywords.most || used.has(variant) || !isSearchable(candidate.text)) continue;
      if (owners.ownerOf(candidate.text, service) !== service) continue;
      used.add(variant);
      chosen.push(candidate);
    }
    return chosen.map(({ text }, index) => ({ text, matchType: index < COUNTS.keywords.exact ? 'exact' : 'phrase' }));
  });
}

/** The closest first; among equals what more people search. */
function candidatesOf(service: Service, brief: Brief): Candidate[] {
  const all = [...ofTheService(service, brief), ...ofIdeas(service, brief)];
  return all.sort((a, b) => b.closeness - a.closeness || b.searches - a.searches);
}

function ofTheService(service: Service, brief: Brief): Candidate[] {
  const { lexicon } = brief.reading;
  const { near, cost, withPlace } = lexicon.keywords;
  const towns = brief.towns.slice(0, MOST_PLACES).map(({ text }) => text);
  const searches = (text: string) =>
    brief.ideas.find((idea) => variantOf(foldedWords(idea.text)) === variantOf(foldedWords(text)))?.monthlySearches ??
    0;
  const keyword = (text: string, closeness: number) => ({ text: plain(text), closeness, searches: searches(text) });
  return [
    ...service.forms.flatMap((form) => [
      keyword(form, 10),
      ...towns.map((town, index) => keyword(withPlace(form, town), index === 0 ? 9 : 6)),
      ...near.map((word) => keyword(`${form} ${word}`, 8)),
      ...cost.map((word) => keyword(`${form} ${word}`, 5)),
    ]),
    ...itemsNamed(service.page, lexicon)
      .flatMap(({ text }) => serviceForms(text, lexicon).slice(0, 1))
      .filter((text) => wordsOf(text).length <= MOST_WORDS_OF_AN_ITEM && (wordsOf(text).length > 1 || text.length > 7))
      .flatMap((text) => [keyword(text, 4), ...towns.slice(0, 1).map((town) => keyword(withPlace(text, town), 3))]),
  ];
}

/** Ideas of the platform that are about this page, at a price that a sale could pay for. */
function ofIdeas(service: Service, brief: Brief): Candidate[] {
  const highest = Math.max(0, ...service.prices.map(({ value }) => value));
  return brief.ideas
    .filter((idea) => highest === 0 || Number(idea.lowBid ?? 0) <= highest * HIGHEST_BID_OF_PRICE)
    .map((idea) => ({
      text: plain(idea.text),
      closeness: closenessOf(idea, service, brief),
      searches: idea.monthlySearches,
    }))
    .filter(({ closeness }) => closeness > 0);
}

/** What people search for this service, the closest and most searched first. */
export function searchedFor(service: Service, brief: Brief): string[] {
  return ofIdeas(service, brief)
    .sort((a, b) => b.closeness - a.closeness || b.searches - a.searches)
    .map(({ text }) => text);
}

/** How much of an idea the page speaks of: nothing where its name does not, or where a word is strange to it. */
function closenessOf({ text }: KeywordIdea, service: Service, brief: Brief): number {
  const words = contentWords(text, brief);
  const name = new Set(service.forms.flatMap((form) => contentWords(form, brief)));
  const known = pageWords(service, brief);
  const inName = words.filter((word) => isIn(word, name)).length;
  if (words.length === 0 || inName === 0 || !words.every((word) => isIn(word, known))) return 0;
  return 4 + (5 * inName) / Math.max(words.length, 1);
}

/** Words of the page, of the profile and of the places, with what people add to any search. */
function pageWords({ page }: Service, { reading, profile, towns }: Brief): ReadonlySet<string> {
  const { near, cost, company } = reading.lexicon.keywords;
  const texts = [
    page.title,
    page.heading,
    page.description,
    ...page.blocks.map(({ text }) => text),
    profile.description,
    ...towns.map(({ text }) => text),
    ...near,
    ...cost,
    ...company,
  ];
  return new Set(texts.flatMap(foldedWords));
}

/** Tells which service a search is for, by the words that only one of them goes by. */
class Owners {
  readonly #names: { service: Service; words: ReadonlySet<string> }[];
  readonly #brief: Brief;

  constructor(services: readonly Service[], brief: Brief) {
    this.#brief = brief;
    this.#names = services.map((service) => ({
      service,
      words: new Set(service.forms.flatMap((form) => contentWords(form, brief))),
    }));
  }

  ownerOf(text: string, asking: Service): Service {
    const words = contentWords(text, this.#brief);
    const score = (own: ReadonlySet<string>) =>
      words.filter((word) => isIn(word, own)).length / Math.max(1, Math.sqrt(own.size));
    const asked = this.#names.find(({ service }) => service === asking);
    let best = { service: asking, score: asked ? score(asked.words) : 0 };
    for (const { service, words: own } of this.#names) {
      const strange = words.some((word) => isIn(word, own) && asked && !isIn(word, asked.words));
      if (strange && score(own) > best.score) best = { service, score: score(own) };
    }
    return best.service;
  }
}

function contentWords(text: string, { reading }: Brief): string[] {
  return foldedWords(text).filter((word) => !reading.lexicon.functionWords.has(word));
}

/** The same word, or one of the same stem. */
function isIn(word: string, words: ReadonlySet<string>): boolean {
  if (words.has(word)) return true;
  const stem = word.slice(0, Math.max(5, word.length - 3));
  return word.length > 5 && [...words].some((other) => other.startsWith(stem) && other.length - stem.length <= 4);
}

/** As keywords are written: small, without marks, one space between words. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/(?<=\p{L})['’](?=\p{L})/gu, '')
    .replaceAll(/[^\p{L}\p{M}\p{N}+#]+/gu, ' ')
    .trim();
}

function isSearchable(text: string): boolean {
  return (
    fits(text, LIMITS.keyword) &&
    text.split(' ').length <= LIMITS.keywordWords &&
    !REFUSED.test(text) &&
    text.length > 2
  );
}
