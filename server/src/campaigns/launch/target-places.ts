import type { CampaignSpec, ProximitySpec } from '../../ports/ad-platform.ts';
import type { ExcludedPlace } from '../campaign.store.ts';
import type { LocationRow } from '../campaign-parts.store.ts';

/**
 * Sorts a campaign's places by how the platform is told of them. None is launched with one that it cannot be told of: left
 * out, the campaign would be shown elsewhere than meant, or everywhere.
 */
export function targetPlaces(locations: readonly LocationRow[]): Pick<CampaignSpec, 'locationIds' | 'proximities'> {
  return {
    locationIds: locations.flatMap(({ geo_target_id }) => geo_target_id ?? []),
    proximities: locations.flatMap((place) => circleOf(place) ?? []),
  };
}

/** Where a campaign is not to be shown. The platform takes no place for both: one that was made a target since is that. */
export function excludedPlaces(excluded: readonly ExcludedPlace[], locations: readonly LocationRow[]): ExcludedPlace[] {
  const targets = new Set(targetPlaces(locations).locationIds);
  return excluded.filter(({ id }) => !targets.has(id));
}

/** A place is where its number or its point says, whatever it is called. */
export function placeInWords({
  name,
  geo_target_id,
  latitude,
  longitude,
  radius_km,
}: Omit<LocationRow, 'position' | 'kind' | 'platform_id'>): string {
  if (radius_km !== null) return `${radius_km} km around ${JSON.stringify(name)} (${latitude}, ${longitude})`;
  return `${name} (place ${geo_target_id ?? 'unknown'})`;
}

function circleOf({ kind, latitude, longitude, radius_km }: LocationRow): ProximitySpec | undefined {
  if (kind !== 'radius' || latitude === null || longitude === null || radius_km === null) return undefined;
  return { latitude, longitude, radius: radius_km, unit: 'kilometers' };
}
