import { foldedText } from '../detection/words.ts';
import type { StructuredItem } from '../ports/site-reader.ts';
import { cleanText, isBoilerplate, isForPrograms } from './clean-text.ts';
import type { ComposedPlaces, Position, SourcedText } from './composed-campaign.ts';
import { countryStated, isCountryName, type StatedCountry } from './countries.ts';
import { withoutSigns } from './footnotes.ts';
import { addressesAlone, addressesOfBusiness, areasOfBusiness, type Owner } from './own-business.ts';
import type { PageKind } from './page-kinds.ts';
import type { Reading, ReadPage } from './reading.ts';
import { itemsOf, namesOf, textOfItem } from './structured.ts';
import { CONTACT, pageLines, type WrittenAddress, writtenAddress } from './written-address.ts';
import { isTown, writtenAreas } from './written-areas.ts';

/** Where a business is and whom it serves, as its site says. */
export interface Places {
  /** Towns by their names, the business's own first. */
  towns: SourcedText[];
  /** Those of them that the site alone tells to be places: its address, its structured data, or a list with its own town. */
  told: SourcedText[];
  /** Names that stand where it says whom it serves and may be no places: “we work in React”. */
  unsure: string[];
  /** Whether it says of some place that it is there, or serves it, and nothing tells which. */
  isUnplaced: boolean;
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
const LONGEST_ADDRESS = 120;

const END_OF_ADDRESS = new RegExp(String.raw`[;·|•]|\s[-–—]\s|\.(?:\s|$)|\s\S+@|\swww\.|(?<!\p{L})${CONTACT}`, 'u');
/** A region may stand before the country. */
const PARTS_AFTER_TOWN = 2;

/** Reads the places that a site names. */
export function placesOf({ pages, lexicon, owner, knownPlaces }: Reading): Places {
  const addresses = structuredAddresses(pages, owner);
  const lines = pages.map(pageLines);
  const written = writtenAddress(lines);
  const address = firstOf(addresses) ?? (written.address && addressAsWritten(written.address));
  // Towns that are served may be called like countries.
  const areas = lines.map((page) => writtenAreas(page, lexicon));
  const ofAreas = new Set(areas.flatMap(({ lines: some }) => some));
  const linesOfFooters = lines
    .flatMap(({ footer }) => footer)
    .filter((line) => !isBoilerplate(line) && !ofAreas.has(line));
  const countries = [address, ...addresses].map((one) => one?.country ?? '');
  const stated = countryStated(countries.find(Boolean) ?? writtenCountry(linesOfFooters, address?.town ?? ''));
  const own = address?.town ? [{ text: address.town, sources: address.sources }] : [];
  const lists = areas.flatMap((one) => one.lists);
  const isOwn = ({ text }: SourcedText) => foldedText(text) === foldedText(address?.town ?? '');
  const served = [
    ...pages.flatMap((page) => structuredAreas(page, owner)),
    ...lists.filter((list) => list.some(isOwn)).flat(),
  ];
  const told = distinct([...own, ...served]).slice(0, MOST_TOWNS);
  const unsure = distinct([...told, ...lists.flat()]).slice(told.length, told.length + MOST_TOWNS);
  const known = unsure.filter(({ text }) => knownPlaces.includes(text));
  return {
    towns: [...told, ...known].slice(0, MOST_TOWNS),
    told,
    unsure: unsure.map(({ text }) => text),
    isUnplaced:
      written.isUnplaced ||
      addresses.some(({ text }) => text !== '') ||
      unsure.length > 0 ||
      areas.some(({ isUnread }) => isUnread),
    servesAreas: served.length > 0 || known.length > 0,
    address,
    country: stated?.name ?? '',
    stated,
  };
}

/** Where the ads are shown: the profile's places, unless they are but what the site itself tells of its address. */
export function targetsOf(places: Places, profileLocations: readonly string[]): ComposedPlaces {
  const [only, ...others] = profileLocations;
  if (only === undefined) return toldBySite(places);
  const told = toldBySite({ ...places, towns: places.told });
  const isAsTold = told.kind === 'radius' && only === places.address?.town && others.length === 0;
  return isAsTold ? told : { kind: 'places', names: [...profileLocations] };
}

/** What a profile that is made from the site says of where it is wanted. */
export function locationsTold(places: Places): string[] {
  const told = toldBySite(places);
  const { town } = places.address ?? { town: '' };
  return told.kind === 'places' ? told.names : [town].filter(Boolean);
}

/** The places served, else the surroundings of the one address, else its town, else, where it names none, the country. */
function toldBySite(places: Places): ComposedPlaces {
  const { address, towns, country, isUnplaced } = places;
  const own = address?.town ?? '';
  if (towns.length > 1) return { kind: 'places', names: towns.map(({ text }) => withRegion(text, own, places)) };
  if (address?.position) {
    const { text, position } = address;
    return { kind: 'radius', address: text, position, kilometres: RADIUS_KILOMETRES };
  }
  if (towns.length === 1) return { kind: 'places', names: towns.map(({ text }) => withRegion(text, own, places)) };
  if (isUnplaced) return { kind: 'unplaced' };
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
  const town = placeText(item, 'addressLocality');
  const parts = ['streetAddress', 'postalCode', 'addressLocality', 'addressRegion', 'addressCountry'];
  const texts = parts.map((name) => textOfItem(item, name)).filter(Boolean);
  const whole = [placeText(item, 'streetAddress'), town, region(item), placeText(item, 'postalCode')];
  return {
    text: whole.filter(Boolean).join(', ').slice(0, LONGEST_ADDRESS).trim(),
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
  const name = placeText(item, 'addressRegion');
  return name === placeText(item, 'addressLocality') ? '' : name;
}

/** A part of an address, on one line; what is longer than any, or speaks to a program, is none. */
function placeText(item: StructuredItem, name: string): string {
  const text = cleanText(textOfItem(item, name));
  return text.length <= LONGEST_ADDRESS && !isForPrograms(text) ? text : '';
}

function addressAsWritten({ town, state, source }: WrittenAddress): Address {
  const country = countryAfter(town, source.words) || (state && 'US');
  return { text: town, town, region: state, country, position: undefined, sources: [source] };
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

function withRegion(town: string, own: string, { address }: Places): string {
  return town === own && address?.region ? `${town}, ${address.region}` : town;
}

function countryIn(item: StructuredItem): string {
  return [textOfItem(item, 'addressCountry'), ...namesOf(item, 'addressCountry')].find(Boolean) ?? '';
}

/** The country that footers name with the town, or the only one they name by itself; without a town, at the end of a line. */
function writtenCountry(lines: readonly string[], town: string): string {
  if (town === '') return lines.flatMap(countryAtEnd)[0] ?? '';
  const beside = lines.filter((line) => line.includes(town)).map((line) => countryAfter(town, line));
  const alone = new Set(lines.filter(isCountryName));
  return beside.find(Boolean) ?? (alone.size === 1 ? [...alone].join('') : '');
}

/** A line of several countries lets its reader choose one. */
function countryAtEnd(line: string): string[] {
  const parts = line.split(/[,·|:]/).map((part) => part.trim());
  return parts.filter(isCountryName).length === 1 ? parts.slice(-1).filter(isCountryName) : [];
}

function distinct(towns: readonly SourcedText[]): SourcedText[] {
  const byName = new Map<string, SourcedText>();
  for (const town of towns) {
    const key = foldedText(town.text);
    if (!byName.has(key)) byName.set(key, town);
  }
  return [...byName.values()];
}
