import type { ComposedPlaces } from '../../copywriting/composed-campaign.ts';
import { countryStated, type StatedCountry } from '../../copywriting/countries.ts';
import { stateOf } from '../../copywriting/us-states.ts';
import { USUAL_COUNTRIES } from '../../copywriting/usual-countries.ts';
import { foldedText, foldedWords } from '../../detection/words.ts';
import type { AdAccount, LocationSuggestion } from '../../ports/ad-platform.ts';
import type { Site } from '../../ports/site-reader.ts';
import type { LocationRow } from '../campaign-parts.store.ts';

const MOST_PLACES = 20;

/** What is known of where a business is. */
export interface Surroundings {
  site: Site;
  stated: StatedCountry | null;
  timeZone: string | null;
}

/** Whether a name is that of a place: some are given as one, others are only words where a place may stand. */
type Naming = 'given' | 'perhaps';

/** The platform's places of these names, each once; those that it does not know are left out. */
export async function placesNamed(
  account: Pick<AdAccount, 'suggestLocations'>,
  names: readonly string[],
  country: Country,
  naming: Naming = 'given',
): Promise<LocationSuggestion[]> {
  const asked = [...new Set(names)].slice(0, MOST_PLACES);
  if (asked.length === 0) return [];
  const { own } = country;
  const suggested = await account.suggestLocations(asked, own === undefined ? {} : { countryCode: own });
  const found = asked.flatMap(
    (name) =>
      meant(
        suggested.filter((one) => one.searchedFor === name && isCalledSo(one, naming)),
        country,
      ) ?? [],
  );
  return found.filter(({ id }, index) => found.findIndex((other) => other.id === id) === index);
}

/** Of places of one name, the one that is meant; beside a country that nobody knows, only what lies in it by its name. */
function meant(called: readonly LocationSuggestion[], { likely, unknown }: Country): LocationSuggestion | undefined {
  // Regions of other countries have names in more than one language: there a town is told by being the only one.
  const those = called.filter((one) => liesThere(one) || (one.countryCode !== 'US' && called.length === 1));
  if (unknown === undefined) return those.find(({ countryCode }) => countryCode === likely) ?? those[0];
  const [first, ...others] = those.filter(({ canonicalName }) =>
    canonicalName.split(',').map(foldedText).includes(foldedText(unknown)),
  );
  return others.every(({ countryCode }) => countryCode === first?.countryCode) ? first : undefined;
}

/**
 * Places are found by parts of their names, too: only the very name tells that “React” or “Weddings” is one. A place that
 * is given as one may be called otherwise there, as München is Munich; but York is not New York.
 */
function isCalledSo({ name, searchedFor, type, countryCode }: LocationSuggestion, naming: Naming): boolean {
  const [asked = ''] = searchedFor.split(',');
  if (naming === 'given') return !isPartOf(foldedWords(asked), foldedWords(name));
  const isSame = name.localeCompare(asked.trim(), 'en', { sensitivity: 'base' }) === 0;
  const isCountry = type === 'Country' && countryStated(asked)?.code === countryCode;
  return isSame || isCountry || !/\p{Script=Latin}/u.test(asked);
}

function isPartOf(words: readonly string[], name: readonly string[]): boolean {
  return name.length > words.length && words.every((word) => name.includes(word));
}

/** Whether a place lies in all that was asked for behind its name: “Lexington, MA” is none in Kentucky. */
function liesThere({ searchedFor, canonicalName, countryCode }: LocationSuggestion): boolean {
  const [, ...around] = canonicalName.split(',').map(foldedText);
  const [, ...asked] = searchedFor.split(',').map((part) => part.trim());
  return asked.every(
    (part) => around.includes(foldedText(stateOf(part) || part)) || countryStated(part)?.code === countryCode,
  );
}

/**
 * Where the draft is to be shown: around the position that the site gives of its address, else in the places that were
 * written down, else, where none was, in its country. Where none of these is known, or the site says where the business is
 * in a way that is not understood, there is no guess: it would spend money among people whom the business does not serve,
 * for example in a town of the same name elsewhere or all over the country of a plumber.
 */
export async function findPlaces(
  account: AdAccount,
  places: ComposedPlaces,
  surroundings: Surroundings,
): Promise<LocationRow[]> {
  if (places.kind === 'radius') {
    const { address: name, kilometres: radius_km, position } = places;
    return [{ ...NOWHERE, position: 0, kind: 'radius', name, ...position, radius_km }];
  }
  if (places.kind === 'unplaced') return [];
  const country = countryOf(surroundings);
  const { own = country.likely } = country;
  const names = places.names.length > 0 || own === undefined ? places.names : [nameOf(own)];
  return (await placesNamed(account, names, country)).map(rowOf);
}

/** Where a business is, as far as that can be told. */
export interface Country {
  /** What the site itself says, by an address or by its domain: nothing elsewhere is meant. */
  own: string | undefined;
  /** Whose time the account keeps, where people speak as the site does. */
  likely: string | undefined;
  /** What the site calls its country, where nothing tells which that is: it need not be the account's, nor the domain's. */
  unknown: string | undefined;
}

/** The country that a site names in its address or domain, and the one that its ad account suggests. */
export function countryOf({ site, stated, timeZone }: Surroundings): Country {
  const home = timeZone === null ? undefined : countryKeeping(timeZone);
  const language = site.pages[0]?.language?.slice(0, 2) ?? null;
  const isSpoken = home !== undefined && (language === null || languageOf(home) === language);
  if (stated?.code === null) return { own: undefined, likely: undefined, unknown: stated.name };
  const own = stated?.code ?? countryOfDomain(site.address);
  return { own, likely: isSpoken ? home : undefined, unknown: undefined };
}

function languageOf(country: string): string {
  return new Intl.Locale(`und-${country}`).maximize().language;
}

/** The country of a domain, as far as it is used by businesses there. */
function countryOfDomain(address: string): string | undefined {
  const ending = new URL(address).hostname.split('.').at(-1)?.toUpperCase() ?? '';
  const country = ending === 'UK' ? 'GB' : ending;
  return USUAL_COUNTRIES.includes(country) && !USED_BY_ANYBODY.includes(country) ? country : undefined;
}

/** Endings that businesses of all countries have taken for how they look. */
const USED_BY_ANYBODY = ['CO', 'IS', 'IN', 'CH'];

const NOWHERE = { geo_target_id: null, latitude: null, longitude: null, radius_km: null, platform_id: null };

function rowOf({ id, canonicalName, name }: LocationSuggestion, position: number): LocationRow {
  return { ...NOWHERE, position, kind: 'location', name: canonicalName || name, geo_target_id: id };
}

function nameOf(country: string): string {
  return new Intl.DisplayNames('en', { type: 'region' }).of(country) ?? country;
}

function countryKeeping(timeZone: string): string | undefined {
  return USUAL_COUNTRIES.find((country) => new Intl.Locale(`und-${country}`).getTimeZones?.()?.includes(timeZone));
}
