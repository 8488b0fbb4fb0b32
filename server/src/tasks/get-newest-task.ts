import { z } from 'zod';
import { read } from '../base/operation.ts';
import { newestTaskAbout } from './task.store.ts';
import { taskFields, viewOfTask } from './task-view.ts';

const LONGEST_ABOUT = 200;

/** Lets a page find the work on what it shows, whoever started it and whatever came of it. */
export const getNewestTask = read({
  name: 'get_newest_task',
  summary: 'Find the newest work on something',
  description:
    'Tells how far the newest work on a draft, an ad, a report, a strategy or the business profile has come. The task is null where there was none, or none within the time that finished tasks are kept.',
  rest: 'GET /organizations/{org}/tasks/{about}',
  tool: null,
  scope: 'organizations:read',
  audience: 'dashboard',
  weight: 'light',
  input: z.strictObject({
    about: z.string().max(LONGEST_ABOUT).describe('business_profile, campaign:SLUG, ad:ID, report:ID or strategy:ID.'),
  }),
  output: z.object({ task: taskFields.nullable() }),

  async run({ about }, { organizationId, database }) {
    const row = await database.hot.row(newestTaskAbout, organizationId, about);
    return { task: row ? viewOfTask(row) : null };
  },
});
