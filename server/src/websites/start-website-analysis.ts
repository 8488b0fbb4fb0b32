import { z } from 'zod';
import { start } from '../base/operation.ts';
import { requestedBy } from '../base/task-queue.ts';
import { beginProfile } from '../organizations/business-profile.store.ts';
import { confirmAccess } from '../writes/access.ts';
import { ANALYSE_WEBSITE } from './analyse-website.task.ts';
import { publicAddress, webAddress } from './web-address-field.ts';

/** Lets an admin or Owner have the business profile made anew from a website. */
export const startWebsiteAnalysis = start({
  name: 'start_website_analysis',
  summary: 'Make the business profile from a website',
  description:
    'Reads a website and makes the business profile of it. Until that is done no campaign can be created. Asking while an analysis runs names that one.',
  rest: 'POST /organizations/{org}/business-profile/analysis',
  tool: null,
  scope: 'campaigns:write',
  audience: 'dashboard',
  changes: ['business_profile', 'tasks'],
  hints: { destructive: true, idempotent: true, openWorld: true },
  heldByApprovals: false,
  spendsQuota: false,
  input: z.strictObject({ url: webAddress }),
  output: z.object({ task_tracking_id: z.int(), status: z.literal('queued') }),

  run({ url }, context) {
    const website = publicAddress(context, 'url', url).href;
    return context.database.transaction(async (db) => {
      const within = { ...context, db };
      await confirmAccess(within, 'campaigns:write');
      const { task, added } = await context.tasks.addOrJoin(db, {
        organizationId: context.organizationId,
        type: ANALYSE_WEBSITE,
        payload: { url: website },
        onlyOne: ANALYSE_WEBSITE,
        about: 'business_profile',
        requestedBy: requestedBy(context.caller),
      });
      // One that runs may have said its last word on the profile already.
      if (added) await beginProfile(within, website, new Date(context.clock.now()));
      return { task_tracking_id: task, status: 'queued' as const };
    });
  },
});
