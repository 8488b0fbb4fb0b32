import type { CampaignSpec, ProximitySpec } from '../../ports/ad-platform.ts';
import type { ExcludedPlace } from '../campaign.store.ts';
import type { LocationRow } from '../campaign-parts.store.ts';

/** Where a campaign is to be shown, as the platform is told. */
interface TargetPlaces extends Pick<CampaignSpec, 'locationIds' | 'proximities'> {
  /** What it cannot be told: left out, the campaign would be shown elsewhere than meant, or everywhere. */
  lost: LocationRow[];
}

/** Sorts a campaign's places by how the platform is told of them. */
export function targetPlaces(locations: readonly LocationRow[]): TargetPlaces {
  return {
    locationIds: locations.flatMap(({ geo_target_id }) => geo_target_id ?? []),
    proximities: locations.flatMap((place) => circleOf(place) ?? []),
    lost: locations.filter((place) => place.geo_target_id === null && circleOf(place) === undefined),
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
