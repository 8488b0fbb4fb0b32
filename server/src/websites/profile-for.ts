import type { Services, Tenancy } from '../base/context.ts';
import type { BusinessFacts } from '../copywriting/business-facts.ts';
import { profileOf } from '../copywriting/profile-of.ts';
import { findBusinessProfile } from '../organizations/business-profile.store.ts';
import type { Site } from '../ports/site-reader.ts';

/** What is written from: the business profile, or what the site itself tells where there is none yet. */
export async function profileFor(site: Site, context: Services & Tenancy): Promise<BusinessFacts> {
  const known = await findBusinessProfile(context);
  return known?.status === 'ready' ? known : profileOf(site, context.clock.now());
}
