import type { ComposedPlaces } from '../../copywriting/composed-campaign.ts';
import type { AdAccount, LocationSuggestion } from '../../ports/ad-platform.ts';
import type { Site, StructuredItem } from '../../ports/site-reader.ts';
import type { LocationRow } from '../campaign-parts.store.ts';

const MOST_PLACES = 20;

/** What is known of where a business is. */
export interface Surroundings {
  site: Site;
  /** Places that the business profile names. */
  wanted: readonly string[];
  timeZone: string | null;
}

/** The platform's places of these names, each once; those that it does not know are left out. */
export async function placesNamed(
  account: AdAccount,
  names: readonly string[],
  country: Country,
): Promise<LocationSuggestion[]> {
  const asked = [...new Set(names)].slice(0, MOST_PLACES);
  if (asked.length === 0) return [];
  const { own, likely } = country;
  const suggested = await account.suggestLocations(asked, own === undefined ? {} : { countryCode: own });
  const found = asked.flatMap((name) => {
    const those = suggested.filter(({ searchedFor }) => searchedFor === name);
    return those.find(({ countryCode }) => countryCode === likely) ?? those[0] ?? [];
  });
  return found.filter(({ id }, index) => found.findIndex((other) => other.id === id) === index);
}

/**
 * Where the draft is to be shown: the surroundings of an address that the site gives the position of, else the places
 * that were written down, else those that the business wants, else its country. Where none of these is known there is no
 * guess: it would spend money among people whom the business does not serve.
 */
export async function findPlaces(
  account: AdAccount,
  places: ComposedPlaces,
  surroundings: Surroundings,
): Promise<LocationRow[]> {
  const position = places.kind === 'radius' ? positionOf(surroundings.site) : undefined;
  if (places.kind === 'radius' && position) {
    return [
      { ...NOWHERE, position: 0, kind: 'radius', name: places.address, ...position, radius_km: places.kilometres },
    ];
  }
  const country = countryOf(surroundings);
  const { own = country.likely } = country;
  const named = places.kind === 'places' ? places.names : [places.address, ...partsOf(places.address)];
  for (const names of [named, surroundings.wanted, own === undefined ? [] : [nameOf(own)]]) {
    const found = await placesNamed(account, names, country);
    if (found.length > 0) return found.map(rowOf);
  }
  return [];
}

/** Where a business is, as far as that can be told. */
export interface Country {
  /** What the site itself says, by an address or by its domain: nothing elsewhere is meant. */
  own: string | undefined;
  /** Whose time the account keeps, where people speak as the site does. */
  likely: string | undefined;
}

/** The country that a site names in its address or domain, and the one that its ad account suggests. */
export function countryOf({ site, timeZone }: Pick<Surroundings, 'site' | 'timeZone'>): Country {
  const stated = valuesOf(site, 'PostalAddress', 'addressCountry').map(String);
  const code = stated.find((value) => /^[A-Za-z]{2}$/.test(value))?.toUpperCase();
  const home = timeZone === null ? undefined : countryKeeping(timeZone);
  const language = site.pages[0]?.language?.slice(0, 2) ?? null;
  const isSpoken = home !== undefined && (language === null || languageOf(home) === language);
  return { own: code ?? countryOfDomain(site.address), likely: isSpoken ? home : undefined };
}

function languageOf(country: string): string {
  return new Intl.Locale(`und-${country}`).maximize().language;
}

/** The country of a domain, as far as it is used by businesses there. */
function countryOfDomain(address: string): string | undefined {
  const ending = new URL(address).hostname.split('.').at(-1)?.toUpperCase() ?? '';
  const country = ending === 'UK' ? 'GB' : ending;
  return COUNTRIES.includes(country) && !USED_BY_ANYBODY.includes(country) ? country : undefined;
}

/** Endings that businesses of all countries have taken for how they look. */
const USED_BY_ANYBODY = ['CO', 'IS', 'IN', 'CH'];

const NOWHERE = { geo_target_id: null, latitude: null, longitude: null, radius_km: null, platform_id: null };

function rowOf({ id, canonicalName, name }: LocationSuggestion, position: number): LocationRow {
  return { ...NOWHERE, position, kind: 'location', name: canonicalName || name, geo_target_id: id };
}

function positionOf(site: Site): { latitude: number; longitude: number } | undefined {
  const [latitude] = valuesOf(site, 'GeoCoordinates', 'latitude').map(Number);
  const [longitude] = valuesOf(site, 'GeoCoordinates', 'longitude').map(Number);
  if (latitude === undefined || longitude === undefined) return undefined;
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return isOnEarth ? { latitude, longitude } : undefined;
}

function valuesOf(site: Site, type: string, property: string) {
  const items: StructuredItem[] = site.pages.flatMap(({ structured }) => structured);
  return items.filter((item) => item.type === type).flatMap(({ properties }) => properties[property] ?? []);
}

/** The parts of an address that may be a place, the nearest first. */
function partsOf(address: string): string[] {
  return address
    .split(',')
    .slice(1)
    .map((part) => part.replaceAll(/\d+/g, '').trim())
    .filter((part) => part.length > 2);
}

function nameOf(country: string): string {
  return new Intl.DisplayNames('en', { type: 'region' }).of(country) ?? country;
}

const COUNTRIES =
  'US GB CA AU NZ IE ZA DE AT CH FR BE NL LU ES PT IT DK SE NO FI PL CZ SK HU RO BG GR TR IL AE SA EG IN SG HK TW JP KR CN TH VN ID MY PH BR MX AR CL CO PE UA LT LV EE SI HR RS IS'.split(
    ' ',
  );

function countryKeeping(timeZone: string): string | undefined {
  return COUNTRIES.find((country) => new Intl.Locale(`und-${country}`).getTimeZones?.()?.includes(timeZone));
}
