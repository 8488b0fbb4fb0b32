import type { CampaignParts } from '../../../api.ts';

/** A place as it is sent. */
export type Place =
  | { kind: 'location'; name: string; geo_target_id: string }
  | { kind: 'radius'; name: string; latitude: number; longitude: number; radius_km: number };

/** Places as they are read, as they are sent; what is neither a place nor a radius is left out. */
export function placesOf(locations: CampaignParts['locations']): Place[] {
  return locations.flatMap(({ name, geo_target_id, latitude, longitude, radius_km }): Place[] => {
    if (geo_target_id !== null) return [{ kind: 'location', name, geo_target_id }];
    if (latitude === null || longitude === null || radius_km === null) return [];
    return [{ kind: 'radius', name, latitude, longitude, radius_km }];
  });
}

/** A place as people call it. */
export function placeWords({ name, radius_km }: { name: string; radius_km?: number | null }): string {
  // A sync brings the platform's number of a place, not its name.
  const called = /^\d+$/.test(name) ? `Place ${name} of the ad platform` : name;
  return radius_km ? `${radius_km} km around ${called}` : called;
}
