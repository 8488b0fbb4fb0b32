import type { Tenancy } from '../base/context.ts';
import { findBusinessProfile } from '../organizations/business-profile.store.ts';
import { brandKeywords, campaignNames } from './engine.store.ts';

/** What the engine knows of an organization beside the campaign that it judges. */
export interface Surroundings {
  /** The keywords of brand campaigns that are live, each with its account. */
  brand: Awaited<ReturnType<typeof brandKeywords>>;
  /** The places and customer profiles of the business. */
  locations: readonly string[];
  profiles: readonly string[];
  taken: ReadonlySet<string>;
}

/** Reads it once for a run. */
export async function surroundingsOf(tenancy: Tenancy): Promise<Surroundings> {
  const profile = await findBusinessProfile(tenancy);
  return {
    brand: await brandKeywords(tenancy),
    locations: (profile?.target_locations ?? []).map(cityOf),
    profiles: (profile?.ideal_customer_profiles ?? []).map(({ name }) => name),
    taken: await campaignNames(tenancy),
  };
}

/** “Austin, TX” is searched for as Austin. */
function cityOf(place: string): string {
  return place.split(',')[0]?.trim() ?? place;
}
