import { z } from 'zod';
import { requesterStands } from '../identity/requester.ts';
import { failProfile, findBusinessProfile, keepAnalysedProfile } from '../organizations/business-profile.store.ts';
import { task } from '../tasks/task.ts';
import { readWebsite } from './read-website.ts';
import { profileFrom } from './writing-room.ts';

/** The work of finding out what a business does from its website. */
export const ANALYSE_WEBSITE = 'analyse_website';

const payload = z.object({ url: z.string() });

const TIMEOUT_SECONDS = 300;
const MOST_PAGES = 25;

/** Reads a website and makes the business profile of it; where that fails, what was known before stays beside it. */
export const analyseWebsite = task<z.infer<typeof payload>>({
  type: ANALYSE_WEBSITE,
  payload,
  changes: ['business_profile'],
  timeoutSeconds: TIMEOUT_SECONDS,
  resumable: true,

  async run({ url }, context) {
    if ((await findBusinessProfile(context))?.status !== 'analysing') return undefined;
    const site = await readWebsite(context, url, MOST_PAGES);
    await context.stage('Writing the business profile');
    const now = context.clock.now();
    const profile = await profileFrom(site, now, context.signal);
    // Reading takes a while: whoever asked may have lost the right to replace what is known.
    await requesterStands(context, { ...context, scope: 'campaigns:write' });
    await keepAnalysedProfile(context, { url: site.address, ...profile }, new Date(now));
    return { url: site.address, pages: site.pages.length };
  },

  onFailure: (_payload, _failure, context) => failProfile(context, new Date(context.clock.now())),
});
