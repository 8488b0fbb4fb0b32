import { adLength, fits } from '../campaigns/ad-limits.ts';
import { foldedWords, variantOf } from '../detection/words.ts';
import type { KeywordIdea, KeywordText } from '../ports/ad-platform.ts';
import type { Brief } from './brief.ts';
import { notOffered } from './claims.ts';
import { itemsFor } from './facts-for.ts';
import { COUNTS, LIMITS } from './limits.ts';
import { searchedForms, serviceForms } from './name-forms.ts';
import type { Service } from './offering.ts';
import { segmentsOf } from './page-kinds.ts';
import { areRelated } from './stems.ts';

/** If one click in ten bought, and all of the price were gain, a dearer click would still lose. */
const HIGHEST_BID_OF_PRICE = 0.1;
const MOST_PLACES = 5;
const PLACE_CLOSENESS = [9, 6, 6, 1, 1];
const SHORTEST_WORD_ALONE = 8;
/** Languages in which a name needs no small words. */
const NAMES_WITHOUT_SMALL_WORDS = ['en', 'de'];
const ATTRIBUTE = /\b(welcome|included|available|accepted|possible)$/i;
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
  const absent = notOffered(brief.reading).map(foldedWords);
  return services.map((service) => {
    const chosen: Candidate[] = [];
    for (const candidate of candidatesOf(service, brief)) {
      const variant = variantOf(foldedWords(candidate.text));
      if (chosen.length === COUNTS.keywords.most || used.has(variant) || !isSearchable(candidate.text)) continue;
      const words = foldedWords(candidate.text);
      if (absent.some((name) => name.every((word) => words.includes(word)))) continue;
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

/** The service's names with places and what people add, then what its page lists. */
function ofTheService(service: Service, brief: Brief): Candidate[] {
  const { lexicon } = brief.reading;
  const { near, cost, online, withPlace } = lexicon.keywords;
  const towns = brief.towns.slice(0, MOST_PLACES).map(({ text }) => text);
  const keyword = (text: string, closeness: number) => ({
    text: keywordText(text),
    closeness,
    searches: searchesOf(text, brief),
  });
  const tellsPrices = service.prices.length > 0 || brief.supporting.some(({ kind }) => kind === 'prices');
  const names = [...searchedForms(service.forms), ...addressNames(service, brief)];
  return [
    ...names.flatMap((form) => [
      ...(isSpecific(form) ? [keyword(form, 10)] : []),
      ...towns.map((town, index) => keyword(withPlace(form, town), PLACE_CLOSENESS[index] ?? 1)),
      ...(towns.length > 0 ? near.map((word) => `${form} ${word}`) : online(form)).map((text) => keyword(text, 8)),
      ...(tellsPrices ? cost : []).map((word, index) => keyword(`${form} ${word}`, 5 - index * 3)),
    ]),
    ...listedThings(service, brief).map((text) => keyword(text, 4)),
  ];
}

/** Things that the page lists and people could type: names of a few words, no parts of sentences. */
function listedThings(service: Service, brief: Brief): string[] {
  const { lexicon } = brief.reading;
  return itemsFor(service, brief)
    .flatMap(({ text }) => searchedForms(serviceForms(text, lexicon)))
    .filter((text) => text.split(' ').length <= MOST_WORDS_OF_AN_ITEM && isSpecific(text) && !ATTRIBUTE.test(text))
    .filter((text) => !NAMES_WITHOUT_SMALL_WORDS.includes(lexicon.language) || isBare(text, brief));
}

function isBare(text: string, brief: Brief): boolean {
  return contentWords(text, brief).length === foldedWords(text).length;
}

/** What the address calls the page, where its text carries the same words. */
function addressNames(service: Service, brief: Brief): string[] {
  const slug = (segmentsOf(service.page.address, brief.reading.home.address).at(-1) ?? '').replaceAll(/[-_]+/g, ' ');
  const known = new Set(service.forms.flatMap(foldedWords));
  const addsWords = foldedWords(slug).some((word) => !isIn(word, known));
  const isEnglish = brief.reading.language === 'en' && /^[a-z]+( [a-z]+){1,2}$/.test(slug);
  return isEnglish && service.page !== brief.reading.home && addsWords ? [slug] : [];
}

/** One short word alone is searched for anything. */
function isSpecific(text: string): boolean {
  return /\s/.test(text.trim()) || adLength(text) >= SHORTEST_WORD_ALONE;
}

function searchesOf(text: string, { ideas }: Brief): number {
  const variant = variantOf(foldedWords(text));
  return ideas.find((idea) => variantOf(foldedWords(idea.text)) === variant)?.monthlySearches ?? 0;
}

/** Ideas of the platform that are about this page, at a price that a sale could pay for. */
function ofIdeas(service: Service, brief: Brief): Candidate[] {
  const highest = Math.max(0, ...service.prices.map(({ value }) => value));
  return brief.ideas
    .filter((idea) => highest === 0 || Number(idea.lowBid ?? 0) <= highest * HIGHEST_BID_OF_PRICE)
    .map((idea) => ({
      text: keywordText(idea.text),
      closeness: closenessOf(idea, service, brief),
      searches: idea.monthlySearches,
    }))
    .filter(({ closeness }) => closeness > 0);
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
  const { near, cost, online, company } = reading.lexicon.keywords;
  const texts = [
    page.title,
    page.heading,
    page.description,
    ...page.blocks.map(({ text }) => text),
    profile.description,
    ...towns.map(({ text }) => text),
    ...near,
    ...cost,
    ...online(''),
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

function isIn(word: string, words: ReadonlySet<string>): boolean {
  return words.has(word) || [...words].some((other) => areRelated(word, other));
}

/** As keywords are written: small, without marks, one space between words. */
export function keywordText(text: string): string {
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
