import { foldedWord, foldedWords, variantOf, wordsOf } from '../detection/words.ts';
import type { Brief } from './brief.ts';
import { itemsFor } from './facts-for.ts';
import { type Candidate, contentWords, isIn, keywordText } from './keyword-text.ts';
import { isSpecific, nameForms, searchedForms } from './name-forms.ts';
import type { Service } from './offering.ts';
import { segmentsOf } from './page-kinds.ts';

const MOST_PLACES = 5;
const PLACE_CLOSENESS = [9, 6, 6, 1, 1];
/** Languages in which a name needs no small words. */
const NAMES_WITHOUT_SMALL_WORDS = ['en', 'de'];
const ATTRIBUTE = /\b(welcome|included|available|accepted|possible)$/i;
const MOST_WORDS_OF_AN_ITEM = 4;

/** The service's names with places and what people add, then what its page lists. */
export function fromNames(service: Service, brief: Brief): Candidate[] {
  const { cost, withPlace } = brief.reading.lexicon.keywords;
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
      ...toGetIt(form, brief).map((text, index) => keyword(text, index === 0 ? 8 : 2)),
      ...fromWhom(form, brief).map((text) => keyword(text, 7)),
      ...(tellsPrices ? cost : []).map((word, index) => keyword(`${form} ${word}`, 5 - index * 3)),
    ]),
    ...kindsNamed(service, brief).map((text) => keyword(text, 7)),
    ...listedThings(service, brief).map((text) => keyword(text, 4)),
  ];
}

/** What people add who want it now: near them where there is a near, else to buy it from anywhere. */
function toGetIt(form: string, { towns, reading }: Brief): string[] {
  const { near, online, toBuy } = reading.lexicon.keywords;
  if (towns.length > 0) return near.map((word) => `${form} ${word}`);
  const sendsThings = reading.pages.some(({ page }) => page.structured.some(({ type }) => type === 'Product'));
  return [...online.map((word) => `${form} ${word}`), ...(sendsThings ? toBuy(form) : [])];
}

/** The service from the kind of business that the home page says this is: “wrongful death lawyers”. */
function fromWhom(form: string, { reading }: Brief): string[] {
  const { trade, ofTrade } = reading.lexicon.keywords;
  const [word] = trade.exec(`${reading.home.title} ${reading.home.description} ${reading.home.heading}`) ?? [];
  return word && !isIn(foldedWords(word)[0] ?? '', new Set(foldedWords(form))) ? [ofTrade(form, word)] : [];
}

/** Kinds of it that the page speaks of: the word right before its name, such as in “rechargeable headlamps”. */
function kindsNamed({ page, forms }: Service, { reading }: Brief): string[] {
  if (reading.language !== 'en') return [];
  const { functionWords } = reading.lexicon;
  const heads = new Set(searchedForms(forms).map((form) => wordsOf(form).at(-1) ?? ''));
  const links = new Set(page.page.links.map(({ text }) => text));
  const said = page.sentences.filter(({ text }) => !links.has(text));
  return said.flatMap(({ text }) =>
    text.split(/[,.;:!?–—]/).flatMap((clause) => {
      const words = wordsOf(clause);
      return words.flatMap((word, at) => {
        const before = words[at - 1];
        const isKind =
          before !== undefined && heads.has(word) && word.endsWith('s') && !functionWords.has(foldedWord(before));
        return isKind && !/\d|ly$|^[a-z]{1,3}$/.test(before) && !clause.toLowerCase().includes(`-${before}`)
          ? [`${before} ${word}`]
          : [];
      });
    }),
  );
}

/**
 * Things that the page lists and people could type: names of a few words, no parts of sentences. One that shares no word
 * with the service could be searched for anything, so it is bought with its town alone.
 */
function listedThings(service: Service, brief: Brief): string[] {
  const { lexicon } = brief.reading;
  const own = new Set(contentWords([service.name, service.page.title].join(' '), brief));
  const [town] = brief.towns;
  return itemsFor(service, brief)
    .flatMap(({ text }) => searchedForms(nameForms(text, lexicon)))
    .filter((text) => text.split(' ').length <= MOST_WORDS_OF_AN_ITEM && isSpecific(text) && !ATTRIBUTE.test(text))
    .filter((text) => !NAMES_WITHOUT_SMALL_WORDS.includes(lexicon.language) || isBare(text, brief))
    .flatMap((text) => {
      if (contentWords(text, brief).some((word) => isIn(word, own))) return [text];
      return town ? [lexicon.keywords.withPlace(text, town.text)] : [];
    });
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

function searchesOf(text: string, { ideas }: Brief): number {
  const variant = variantOf(foldedWords(text));
  return ideas.find((idea) => variantOf(foldedWords(idea.text)) === variant)?.monthlySearches ?? 0;
}
