import { foldedText } from '../detection/words.ts';
import type { StructuredItem } from '../ports/site-reader.ts';
import type { ComposedPlaces, Position, SourcedText } from './composed-campaign.ts';
import { countryStated, isCountryName, type StatedCountry } from './countries.ts';
import { withoutSigns } from './footnotes.ts';
import { addressesAlone, addressesOfBusiness, areasOfBusiness, type Owner } from './own-business.ts';
import type { PageKind } from './page-kinds.ts';
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
  /** Null where the site states none. */
  stated: StatedCountry | null;
}

interface Address extends SourcedText {
  town: string;
  region: string;
  country: string;
  position: Position | undefined;
}

const MOST_TOWNS = 12;
const RADIUS_KILOMETRES = 25;
const LONGEST_TOWN = 30;

const CONTACT = String.raw`(?:T[eé]l|T[eé]l[eé](?:f|ph)one?o?|Phone|Fon|Fax|Mobile?|E-?Mail)(?!\p{L})`;
const TOWN_WORD = String.raw`(?!${CONTACT})\p{Lu}[\p{L}'’-]+`;
/** A number after these counts things: it is no postcode. */
const ABOUT =
  'über|mehr als|rund|etwa|circa|ca\\.?|fast|bis zu|over|more than|about|around|nearly|almost|up to|plus de|environ|près de|más de|unos|cerca de|hasta';

/** A town after its postcode: it ends there, so that whatever else is counted is none. */
const AFTER_POSTCODE = new RegExp(
  String.raw`(?<!(?<!\p{L})(?i:${ABOUT})\s+)\b\d{5}\s+` +
    `(${TOWN_WORD}(?: (?:(?:am|an der|im|in der|de|del|de la|la|sur) )?${TOWN_WORD}){0,2})` +
    String.raw`(?=\s*(?:$|[,.;·|•()/])|\s+(?:[-–—]\s|[+(\d]|\S+@|www\.|${CONTACT}))`,
  'u',
);
/** Postal addresses as they are written otherwise: the town stands in the first group. */
const WRITTEN_ADDRESSES: readonly RegExp[] = [
  /(\p{Lu}[\p{L}-]+(?: \p{Lu}[\p{L}-]+)?),?\s+[A-Z]{1,2}\d[\dA-Z]?\s?\d[A-Z]{2}\b/u,
  /(?:東京都|北海道|(?:京都|大阪)府|\p{Script=Han}{2,3}県)?(\p{Script=Han}{1,5}?[市区])/u,
];
const BEFORE_ZIP_CODE = /,\s*(\p{Lu}[\p{L}.' -]{2,28}),?\s+[A-Z]{2}\s+\d{5}\b/u;
const END_OF_ADDRESS = new RegExp(String.raw`[;·|•]|\s[-–—]\s|\.(?:\s|$)|\s\S+@|\swww\.|(?<!\p{L})${CONTACT}`, 'u');
/** A region may stand before the country. */
const PARTS_AFTER_TOWN = 2;

/** Reads the places that a site names. */
export function placesOf({ pages, lexicon, owner }: Reading): Places {
  const addresses = structuredAddresses(pages, owner);
  const address = firstOf(addresses) ?? writtenAddress(pages);
  // Towns that are served may be called like countries.
  const linesOfFooters = pages.flatMap(({ footer }) => footer).filter((line) => !lexicon.find.areas.test(line));
  const countries = [address, ...addresses].map((one) => one?.country ?? '');
  const stated = countryStated(countries.find(Boolean) ?? writtenCountry(linesOfFooters, address?.town ?? ''));
  const areas = [
    ...pages.flatMap((page) => structuredAreas(page, owner)),
    ...pages.flatMap((page) => writtenAreas(page, lexicon.find.areas)),
  ];
  const own = address?.town ? [{ text: address.town, sources: address.sources }] : [];
  const towns = distinct([...own, ...areas]).slice(0, MOST_TOWNS);
  return { towns, servesAreas: areas.length > 0, address, country: stated?.name ?? '', stated };
}

/** Where the ads are shown: the profile's places, unless they are but what the site itself tells of its address. */
export function targetsOf(places: Places, profileLocations: readonly string[]): ComposedPlaces {
  const told = toldBySite(places);
  const [only, ...others] = profileLocations;
  const isAsTold = told.kind === 'radius' && only === places.address?.town && others.length === 0;
  return only === undefined || isAsTold ? told : { kind: 'places', names: [...profileLocations] };
}

/** The places served, else the surroundings of the one address, else its town, else the country. */
function toldBySite(places: Places): ComposedPlaces {
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
    if (isCountryName(name) || name === places.country) return [];
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
function firstOf(addresses: readonly Address[]): Address | undefined {
  const [first, ...others] = addresses.filter(({ town }) => town !== '');
  const again = first && others.find(({ text, position }) => text === first.text && position);
  return first && { ...first, position: first.position ?? again?.position };
}

const TELLS_ADDRESS: readonly PageKind[] = ['home', 'contact'];

/** Those of the business, then those that a page which is there for it gives by themselves. */
function structuredAddresses(pages: readonly ReadPage[], owner: Owner): Address[] {
  const alone = pages.filter(({ kind }) => TELLS_ADDRESS.includes(kind));
  return [
    ...pages.flatMap((page) => addressesOfBusiness(page.page, owner).map((item) => addressOf(item, page))),
    ...alone.flatMap((page) => addressesAlone(page.page).map((item) => addressOf(item, page))),
  ];
}

function addressOf(item: StructuredItem, { page: { structured }, address }: ReadPage): Address {
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
      const town = writtenTown(words);
      if (town) {
        const country = countryAfter(town, words);
        return { text: town, town, region: '', country, position: undefined, sources: [{ address, words }] };
      }
    }
  }
  return undefined;
}

function writtenTown(words: string): string | undefined {
  const inFirst = (pattern: RegExp) => pattern.exec(words)?.[1];
  const afterPostcode = inFirst(AFTER_POSTCODE);
  return (
    inFirst(BEFORE_ZIP_CODE) ??
    (afterPostcode && withoutCountry(afterPostcode)) ??
    WRITTEN_ADDRESSES.map(inFirst).find(Boolean)
  );
}

/** A town as it stands before its country: “Valencia Spain” is Valencia. */
function withoutCountry(town: string): string {
  const words = town.split(' ');
  const end = words.findIndex((_, at) => at > 0 && isCountryName(words.slice(at).join(' ')));
  return end < 0 ? town : words.slice(0, end).join(' ');
}

/** The country that closes what a line says after a town, or stands by itself next to that. */
function countryAfter(town: string, line: string): string {
  const found = line
    .split(town)
    .slice(1)
    .map((rest) => {
      const [beside = '', ...others] = rest
        .replaceAll(/[+\d]+/g, ' ')
        .split(END_OF_ADDRESS)
        .map((part) => part.trim());
      const parts = beside.split(/[,()/]/).filter((part) => part.trim() !== '');
      const last = parts.length <= PARTS_AFTER_TOWN ? parts.at(-1) : undefined;
      return [last, others.find(Boolean)].find((text) => text !== undefined && isCountryName(text));
    });
  return found.find(Boolean)?.trim() ?? '';
}

function structuredAreas({ page, address }: ReadPage, owner: Owner): SourcedText[] {
  return areasOfBusiness(page, owner)
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

function countryIn(item: StructuredItem): string {
  return [textOfItem(item, 'addressCountry'), ...namesOf(item, 'addressCountry')].find(Boolean) ?? '';
}

/** The country that footers name with the town, or the only one they name by itself; without a town, at the end of a line. */
function writtenCountry(lines: readonly string[], town: string): string {
  if (town === '') return lines.map((line) => line.split(/[,·|]/).at(-1)?.trim() ?? '').find(isCountryName) ?? '';
  const beside = lines.filter((line) => line.includes(town)).map((line) => countryAfter(town, line));
  const alone = new Set(lines.filter(isCountryName));
  return beside.find(Boolean) ?? (alone.size === 1 ? [...alone].join('') : '');
}

function distinct(towns: readonly SourcedText[]): SourcedText[] {
  const byName = new Map<string, SourcedText>();
  for (const town of towns) {
    const key = foldedText(town.text);
    if (!byName.has(key)) byName.set(key, town);
  }
  return [...byName.values()];
}
