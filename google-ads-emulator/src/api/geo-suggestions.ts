import { invalid } from '../google-error.ts';
import type { JsonObject } from '../json.ts';
import { listAt, textAt } from '../json.ts';
import { suggestGeoTargets } from '../search/geo-targets.ts';
import type { SuggestGeoTargetConstantsResponse } from '../wire.gen.ts';

/** Finds places by name, as `geoTargetConstants:suggest` does. */
export function suggestGeoTargetConstants(body: JsonObject): SuggestGeoTargetConstantsResponse {
  const names = listAt(body, 'locationNames', 'names').map(String);
  if (names.length === 0) {
    const message = 'A location name or geo targets must be given.';
    invalid({ geoTargetConstantSuggestionError: 'REQUEST_PARAMETERS_UNSET' }, message);
  }
  if (names.length > MOST_NAMES) {
    invalid({ geoTargetConstantSuggestionError: 'LOCATION_NAME_LIMIT' }, 'Too many location names.');
  }
  const suggestions = names.flatMap((searchTerm) =>
    suggestGeoTargets(searchTerm, textAt(body, 'countryCode')).map((geoTargetConstant) => ({
      locale: textAt(body, 'locale') || 'en',
      reach: geoTargetConstant.targetType === 'City' ? '1200000' : '48000000',
      searchTerm,
      geoTargetConstant,
    })),
  );
  return { geoTargetConstantSuggestions: suggestions };
}

const MOST_NAMES = 25;
