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
  countryCode: string | undefined,
): Promise<LocationSuggestion[]> {
  const asked = [...new Set(names)].slice(0, MOST_PLACES);
  if (asked.length === 0) return [];
  const suggested = await account.suggestLocations(asked, countryCode === undefined ? {} : { countryCode });
  const found = asked.flatMap((name) => suggested.find(({ searchedFor }) => searchedFor === name) ?? []);
  return found.filter(({ id }, index) => found.findIndex((other) => other.id === id) === index);
}

/**
 * Where the draft is to be shown: the surroundings of an address that the site gives the position of, else the places
 * that were written down, else those that the business wants, else its country.
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
  const named = places.kind === 'places' ? places.names : [places.address, ...partsOf(places.address)];
  for (const names of [named, surroundings.wanted, country === undefined ? [] : [nameOf(country)]]) {
    const found = await placesNamed(account, names, country);
    if (found.length > 0) return found.map(rowOf);
  }
  return [];
}

/** The country that a site names in its address, else the one of its domain, else the one whose time the account keeps. */
export function countryOf({ site, timeZone }: Pick<Surroundings, 'site' | 'timeZone'>): string | undefined {
  const stated = valuesOf(site, 'PostalAddress', 'addressCountry').map(String);
  const code = stated.find((value) => /^[A-Za-z]{2}$/.test(value))?.toUpperCase();
  return code ?? (timeZone === null ? undefined : countryKeeping(timeZone));
}

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
