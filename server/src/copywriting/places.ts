import { foldedWords } from '../detection/words.ts';
import type { StructuredItem } from '../ports/site-reader.ts';
import type { ComposedPlaces, Position, SourcedText } from './composed-campaign.ts';
import { withoutSigns } from './footnotes.ts';
import type { Reading, ReadPage } from './reading.ts';
import { itemsOf, namesOf, textOfItem } from './structured.ts';

/** Where a business is and whom it serves, as its site says. */
export interface Places {
  /** Towns by their names, the business's own first. */
  towns: SourcedText[];
  /** Whether the site says whom it serves, beyond where it is. */
  servesAreas: boolean;
  address: Address | undefined;
  country: string;
  /** Where an address states it by its code. */
  countryCode: string | null;
}

interface Address extends SourcedText {
  town: string;
  region: string;
  country: string;
  position: Position | undefined;
}

const COUNTRY_NAMES = new Intl.DisplayNames(['en'], { type: 'region' });
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const COUNTRIES = new Set(
  LETTERS.flatMap((first) => LETTERS.map((second) => `${first}${second}`))
    .map((code) => COUNTRY_NAMES.of(code) ?? '')
    .filter((name) => name.length > 2),
);
const MOST_TOWNS = 12;
const RADIUS_KILOMETRES = 25;
const LONGEST_TOWN = 30;

/** Postal addresses as they are written: the town stands in the first group. */
const WRITTEN_ADDRESSES: readonly RegExp[] = [
  /,\s*(\p{Lu}[\p{L}.' -]{2,28}),?\s+[A-Z]{2}\s+\d{5}\b/u,
  /\b\d{5}\s+(\p{Lu}[\p{L}-]+(?: (?:am|an der|im|de|del|la|sur|\p{Lu}[\p{L}-]+)){0,3})/u,
  /(\p{Lu}[\p{L}-]+(?: \p{Lu}[\p{L}-]+)?),?\s+[A-Z]{1,2}\d[\dA-Z]?\s?\d[A-Z]{2}\b/u,
  /(?:東京都|北海道|(?:京都|大阪)府|\p{Script=Han}{2,3}県)?(\p{Script=Han}{1,5}?[市区])/u,
];

/** Reads the places that a site names. */
export function placesOf({ pages, lexicon }: Reading): Places {
  const address = structuredAddress(pages) ?? writtenAddress(pages);
  const stated = statedCountry(pages, address);
  const areas = [...pages.flatMap(structuredAreas), ...pages.flatMap((page) => writtenAreas(page, lexicon.find.areas))];
  const own = address?.town ? [{ text: address.town, sources: address.sources }] : [];
  const towns = distinct([...own, ...areas]).slice(0, MOST_TOWNS);
  const countryCode = /^[a-z]{2}$/i.test(stated) ? stated.toUpperCase() : null;
  const country = (countryCode ? COUNTRY_NAMES.of(countryCode) : stated) || writtenCountry(pages);
  return { towns, servesAreas: areas.length > 0, address, country, countryCode };
}

/** Where the ads are shown: the profile's places, else those served, else the surroundings of the one address. */
export function targetsOf(places: Places, profileLocations: readonly string[]): ComposedPlaces {
  if (profileLocations.length > 0) return { kind: 'places', names: [...profileLocations] };
  const { address, towns, country } = places;
  const own = address?.town ?? '';
  if (towns.length > 1) return { kind: 'places', names: towns.map(({ text }) => withRegion(text, own, places)) };
  if (address?.position) {
    const { text, position } = address;
    return { kind: 'radius', address: text, position, kilometres: RADIUS_KILOMETRES };
  }
  if (towns.length === 1) return { kind: 'places', names: towns.map(({ text }) => withRegion(text, own, places)) };
  return { kind: 'places', names: country === '' ? [] : [country] };
}

/** Towns of the profile that the site names too come first: that is where the business wants buyers. */
export function townsWanted(reading: Reading, places: Places, profileLocations: readonly string[]): SourcedText[] {
  const wanted = profileLocations.flatMap((location) => {
    const name = location.split(',')[0]?.trim() ?? '';
    if (COUNTRIES.has(name) || name === places.country) return [];
    const known = places.towns.find(({ text }) => text.toLowerCase() === name.toLowerCase());
    return known ? [known] : mentioned(reading, name);
  });
  return distinct([...wanted, ...places.towns]);
}

function mentioned({ pages }: Reading, name: string): SourcedText[] {
  if (name === '') return [];
  for (const { address, blocks, footer, title } of pages) {
    const words = [title, ...blocks.map(({ text }) => text), ...footer].find((text) => text.includes(name));
    if (words) return [{ text: name, sources: [{ address, words }] }];
  }
  return [];
}

/** The first address of the business; it may be told once more elsewhere, with its position. */
function structuredAddress(pages: readonly ReadPage[]): Address | undefined {
  const [first, ...others] = pages.flatMap(structuredAddresses);
  const again = first && others.find(({ text, position }) => text === first.text && position);
  return first && { ...first, position: first.position ?? again?.position };
}

function structuredAddresses({ page: { structured }, address }: ReadPage): Address[] {
  return structured
    .filter((item) => item.type === 'PostalAddress' && textOfItem(item, 'addressLocality') !== '')
    .map((item) => {
      const town = textOfItem(item, 'addressLocality');
      const parts = ['streetAddress', 'postalCode', 'addressLocality', 'addressRegion', 'addressCountry'];
      const texts = parts.map((name) => textOfItem(item, name)).filter(Boolean);
      const whole = [textOfItem(item, 'streetAddress'), town, region(item), textOfItem(item, 'postalCode')];
      return {
        text: whole.filter(Boolean).join(', '),
        town,
        region: region(item),
        country: countryIn(item),
        position: positionOf(item, structured),
        sources: texts.map((words) => ({ address, words })),
      };
    });
}

/** Where the very thing is that an address is of: on the same page other branches have other positions. */
function positionOf({ properties }: StructuredItem, structured: readonly StructuredItem[]): Position | undefined {
  const isOfIt = (item: StructuredItem) => itemsOf(item, 'address').some((one) => one.properties === properties);
  return structured
    .filter(isOfIt)
    .flatMap((item) => itemsOf(item, 'geo'))
    .map((item) => ({ latitude: degrees(item, 'latitude'), longitude: degrees(item, 'longitude') }))
    .find(isOnEarth);
}

function degrees({ properties }: StructuredItem, name: string): number {
  const text = String(properties[name]?.[0] ?? '').trim();
  return /^[-+]?\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
}

/** Nobody is where both are zero: that is a form that was left empty. */
function isOnEarth({ latitude, longitude }: Position): boolean {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && (latitude !== 0 || longitude !== 0);
}

function region(item: StructuredItem): string {
  const name = textOfItem(item, 'addressRegion');
  return name === textOfItem(item, 'addressLocality') ? '' : name;
}

function writtenAddress(pages: readonly ReadPage[]): Address | undefined {
  for (const { address, footer, blocks } of pages) {
    for (const words of [...footer, ...blocks.map(({ text }) => text)]) {
      const town = WRITTEN_ADDRESSES.map((pattern) => pattern.exec(words)?.[1]).find(Boolean);
      if (town) {
        return { text: town, town, region: '', country: '', position: undefined, sources: [{ address, words }] };
      }
    }
  }
  return undefined;
}

function structuredAreas({ page, address }: ReadPage): SourcedText[] {
  return page.structured
    .flatMap((item) => [...namesOf(item, 'areaServed'), ...namesOf(item, 'serviceArea')])
    .map(withoutSigns)
    .filter((name) => isTown(name))
    .map((text) => ({ text, sources: [{ address, words: text }] }));
}

function writtenAreas({ address, blocks, footer }: ReadPage, areas: RegExp): SourcedText[] {
  return [...blocks.map(({ text }) => text), ...footer].flatMap((words) => {
    const list = areas.exec(words)?.[1];
    if (!list) return [];
    return list
      .split(/\s*[,、・·]\s*|\s+(?:and|und|y|et|&)\s+/)
      .map((name) =>
        withoutSigns(name)
          .replace(/^(?:and|und|y|et|the)\s+/i, '')
          .replace(/[.。]$/, '')
          .trim(),
      )
      .filter(isTown)
      .map((text) => ({ text, sources: [{ address, words }] }));
  });
}

/** A name of its own: few words, a capital or a script without, no digits. */
function isTown(name: string): boolean {
  const words = name.split(' ');
  const lowercase = words.filter((word) => /^\p{Ll}/u.test(word));
  return (
    name !== '' &&
    name.length <= LONGEST_TOWN &&
    words.length <= 4 &&
    !/\d/.test(name) &&
    !/^\p{Ll}/u.test(name) &&
    lowercase.every((word) => /^(of|de|del|la|las|los|am|an|der|im|on|upon|sur|the)$/.test(word))
  );
}

function withRegion(town: string, own: string, { address }: Places): string {
  return town === own && address?.region ? `${town}, ${address.region}` : town;
}

/** The country that the business's address states, else any of its own; by its code or its name. */
function statedCountry(pages: readonly ReadPage[], address: Address | undefined): string {
  const others = pages.flatMap(({ page }) => page.structured).map(countryIn);
  return [address?.country ?? '', ...others].find(Boolean) ?? '';
}

function countryIn(item: StructuredItem): string {
  return [textOfItem(item, 'addressCountry'), ...namesOf(item, 'addressCountry')].find(Boolean) ?? '';
}

/** A country that ends a line of the footer. */
function writtenCountry(pages: readonly ReadPage[]): string {
  const endings = pages.flatMap(({ footer }) => footer.map((line) => line.split(/[,·|]/).at(-1)?.trim() ?? ''));
  return endings.find((ending) => COUNTRIES.has(ending)) ?? '';
}

function distinct(towns: readonly SourcedText[]): SourcedText[] {
  const byName = new Map<string, SourcedText>();
  for (const town of towns) {
    const key = foldedWords(town.text).join(' ');
    if (!byName.has(key)) byName.set(key, town);
  }
  return [...byName.values()];
}
