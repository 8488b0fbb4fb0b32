import type { BusinessFacts } from '../copywriting/business-facts.ts';
import { findBusinessProfile } from '../organizations/business-profile.store.ts';
import type { Site } from '../ports/site-reader.ts';
import type { TaskContext } from '../tasks/task.ts';
import { profileFrom } from './writing-room.ts';

/** What is written from: the business profile, or what the site itself tells where there is none yet. */
export async function profileFor(site: Site, context: TaskContext): Promise<BusinessFacts> {
  const known = await findBusinessProfile(context);
  return known?.status === 'ready' ? known : profileFrom(site, context.clock.now(), context.signal);
}
