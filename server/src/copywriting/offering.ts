import { foldedWords, variantOf, wordsOf } from '../detection/words.ts';
import type { Price } from './amounts.ts';
import { titleParts } from './brand-name.ts';
import { cleanText } from './clean-text.ts';
import type { Source } from './composed-campaign.ts';
import { withoutSigns } from './footnotes.ts';
import type { Lexicon } from './languages/lexicon.ts';
import { nameForms } from './name-forms.ts';
import { isSamePage, pageKey, segmentsOf } from './page-kinds.ts';
import type { Places } from './places.ts';
import { pricesOf } from './prices.ts';
import type { Reading, ReadPage } from './reading.ts';
import { areRelated } from './stems.ts';
import { textOfItem } from './structured.ts';

/** Something that is sold on a page of its own. */
export interface Service {
  /** As the site calls it. */
  name: string;
  /** Shorter names under which people search it, the closest first. */
  forms: string[];
  page: ReadPage;
  sources: Source[];
  prices: Price[];
  /** What people type for it, as the ad platform tells. */
  searched: string[];
  /** The business itself, for whoever looks for it by name. */
  isBrand: boolean;
}

/** Pages that sell, and how many did not get a place. */
export interface Offering {
  services: Service[];
  leftOut: number;
}

const LONGEST_NAME_WORDS = 6;
const LONGEST_FULLER_NAME = 4;
const MANY_PRODUCTS = 12;
const LINKS_OF_A_CATEGORY = 3;
const GENERIC = /^(learn more|read more|more|details|view|here|click here|mehr|weiter|ver|voir|home|詳細|こちら)$/i;

/** What the site sells, one entry for each landing page, nearest to the home page first. */
export function offeringOf(reading: Reading, places: Places): Offering {
  const selling = reading.pages.filter((page) => page.kind === 'sells' && isOffered(page, reading));
  const shown = withoutSingleProducts(selling);
  const byName = new Map<string, Service>();
  for (const page of shown) {
    const service = serviceOf(page, reading, places);
    const key = variantOf(foldedWords(service.name));
    if (key !== '' && !byName.has(key)) byName.set(key, service);
  }
  const services = [...byName.values()];
  if (services.length === 0 && reading.home.blocks.length > 0) services.push(homeService(reading, places));
  return { services, leftOut: selling.length - services.length };
}

/** The service of one page, whatever kind of page it is. */
export function serviceOf(page: ReadPage, reading: Reading, places: Places): Service {
  const named = nameOf(page, reading);
  const words = withoutSigns(reading.casing.calmed(named.words));
  const name = withoutPlaces(withoutBrand(words, reading.brand.text), places, reading.lexicon) || words;
  const forms = nameForms(name, reading.lexicon);
  return { name, forms, page, sources: [named], prices: pricesFor(name, page, reading), searched: [], isBrand: false };
}

/** The home page sells where no other page does: by what its heading or title names. */
function homeService(reading: Reading, places: Places): Service {
  return serviceOf(reading.home, reading, places);
}

/** A page that can be bought from: reached from the menu or a list of services, priced, or with a button of its own. */
function isOffered(page: ReadPage, { pages, home }: Reading): boolean {
  if (page.heading === '' && page.title === '') return false;
  const isListed = pages.some(
    ({ kind, page: from }) =>
      (kind === 'home' || kind === 'hub') && from.links.some(({ address }) => isSamePage(address, page.address)),
  );
  const isBelowHub = segmentsOf(page.address, home.address).length > 1;
  return isListed || isBelowHub || page.actions.length > 0;
}

/** A shop's many products are sold through its categories. */
function withoutSingleProducts(selling: readonly ReadPage[]): readonly ReadPage[] {
  const products = selling.filter(isProduct);
  if (products.length <= MANY_PRODUCTS) return selling;
  const keys = new Set(products.map(({ address }) => pageKey(address)));
  const others = selling.filter((page) => !keys.has(pageKey(page.address)));
  const categories = others.filter(
    ({ page }) => page.links.filter(({ address }) => keys.has(pageKey(address))).length >= LINKS_OF_A_CATEGORY,
  );
  return categories.length > 0 ? [...categories, ...others.filter((page) => !categories.includes(page))] : selling;
}

function isProduct({ page }: ReadPage): boolean {
  return page.structured.filter(({ type }) => type === 'Product').length === 1;
}

/** The heading where it names the page's subject, else what links call it, else its title. */
function nameOf(page: ReadPage, reading: Reading): Source {
  const slug = foldedWords((segmentsOf(page.address, reading.home.address).at(-1) ?? '').replaceAll('-', ' '));
  const candidates = [...linkNames(page, reading), ...headingNames(page), ...machineNames(page), ...titleNames(page)];
  const usable = candidates.filter(({ words }) => wordsOf(words).length <= LONGEST_NAME_WORDS && !GENERIC.test(words));
  const isAbout = ({ words }: Source) => foldedWords(words).some((word) => slug.includes(word));
  const isLatin = slug.some((word) => /[a-z]{3}/.test(word));
  const [best] = isLatin ? usable.filter(isAbout) : usable;
  const fuller = headingNames(page).find(({ words }) => best && saysMore(words, best.words));
  return fuller ?? best ?? usable[0] ?? candidates.at(-1) ?? { address: page.address, words: slug.join(' ') };
}

/** “Car accident lawyers” says more than the menu's “Car accidents”, as long as it stays a name. */
function saysMore(heading: string, name: string): boolean {
  const [longer, shorter] = [foldedWords(heading), foldedWords(name)];
  const isName = longer.length <= LONGEST_FULLER_NAME && !/[.,!?:;]/.test(heading);
  return (
    isName && longer.length > shorter.length && shorter.every((word) => longer.some((other) => areRelated(word, other)))
  );
}

function linkNames(page: ReadPage, { pages, home }: Reading): Source[] {
  if (page === home) return [];
  return pages
    .filter(({ address }) => address !== page.address)
    .flatMap(({ page: from }) =>
      from.links
        .filter(({ address }) => isSamePage(address, page.address))
        .map(({ text }) => ({ address: from.address, words: cleanText(text) })),
    )
    .filter(({ words }) => words !== '' && !/[?!.:]$/.test(words));
}

function headingNames({ heading, address }: ReadPage): Source[] {
  return heading === '' ? [] : [{ address, words: heading.replace(/[.!]$/, '') }];
}

function titleNames({ title, address }: ReadPage): Source[] {
  return titleParts(title).map((words) => ({ address, words }));
}

function machineNames({ page, address }: ReadPage): Source[] {
  return page.structured
    .filter(({ type }) => type === 'Product' || type === 'Service')
    .filter((item) => isSamePage(textOfItem(item, 'url') || address, address))
    .map((item) => ({ address, words: textOfItem(item, 'name') }))
    .filter(({ words }) => words !== '')
    .slice(0, 1);
}

function withoutBrand(name: string, brand: string): string {
  if (brand === '' || !name.toLowerCase().includes(brand.toLowerCase())) return name;
  const at = name.toLowerCase().indexOf(brand.toLowerCase());
  const rest = `${name.slice(0, at)} ${name.slice(at + brand.length)}`.replaceAll(/\s+/g, ' ');
  return rest.replaceAll(/^[\s|:–—,-]+|[\s|:–—,-]+$|\s(?:by|von|de|at)\s*$/g, '').trim();
}

function withoutPlaces(name: string, { towns }: Places, { language }: Lexicon): string {
  const town = towns.find(({ text }) => name.toLowerCase().includes(text.toLowerCase()));
  if (!town) return name;
  const place = town.text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const around =
    language === 'ja'
      ? `${place}(?:の|で|・)?`
      : String.raw`[\s,]*(?:\b(?:in|near|en|à|a|bei|for)\s+)?${place}(?:,?\s+[A-Z]{2})?(?:\s*(?:&|and|und|y|et)\s+.*)?`;
  return name
    .replace(RegExp(around, 'iu'), ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[\s,|:–—-]+|[\s,|:–—-]+$/g, '')
    .trim();
}

/** Prices of the page itself, and of the price list where they name this service. */
function pricesFor(name: string, page: ReadPage, reading: Reading): Price[] {
  const { pages, lexicon, casing } = reading;
  const wanted = foldedWords(name).filter((word) => !lexicon.functionWords.has(word));
  const listed = pages
    .filter(({ kind, address }) => (kind === 'prices' || kind === 'home') && address !== page.address)
    .flatMap((one) => pricesOf(one, reading))
    .filter(({ what }) => {
      const words = foldedWords(what);
      const shared = wanted.filter((word) => words.some((other) => areRelated(word, other)));
      return shared.length >= Math.min(2, wanted.length);
    });
  return [...pricesOf(page, reading), ...listed].map((price) => ({ ...price, what: casing.calmed(price.what) }));
}
