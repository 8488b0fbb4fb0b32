import type { BusinessFacts } from '../copywriting/business-facts.ts';
import { findBusinessProfile, isKnown } from '../organizations/business-profile.store.ts';
import type { Site } from '../ports/site-reader.ts';
import type { TaskContext } from '../tasks/task.ts';
import { profileFrom } from './writing-room.ts';

/** What is written from: what is known of the business, or what the site itself tells where nothing is yet. */
export async function profileFor(site: Site, context: TaskContext): Promise<BusinessFacts> {
  const known = await findBusinessProfile(context);
  return known && isKnown(known) ? known : profileFrom(site, context.clock.now(), context.signal);
}
