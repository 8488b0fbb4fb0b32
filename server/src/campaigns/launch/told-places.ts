import type { Tenancy } from '../../base/context.ts';
import { locationsOf } from '../campaign-parts.store.ts';
import { allPlaces } from './launch-needs.store.ts';
import { placeInWords } from './target-places.ts';

/** More would not be looked at one by one. */
const MOST_PLACES_TOLD = 100;

/** Where a campaign is to be shown; of very many places how many, and a sign that others, or another order, would not have. */
export async function placesInWords(tenancy: Tenancy, campaignId: number): Promise<string[]> {
  const first = await locationsOf(tenancy, campaignId, MOST_PLACES_TOLD + 1);
  if (first.length <= MOST_PLACES_TOLD) return first.map(placeInWords);
  const { count, sign } = await allPlaces(tenancy, campaignId);
  return [`${count} places (sign ${sign})`];
}
