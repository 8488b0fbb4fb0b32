import { statement } from '../../src/base/database.ts';

/** Ends the connection of an app, as its person does. */
export const endConnection = statement<[id: string], never>('delete from oauth_connection where id = $1');

/** Gives a campaign another website. */
export const moveWebsite = statement<[organizationId: number, slug: string, url: string], never>(
  'update campaign set website_url = $3 where organization_id = $1 and slug = $2',
);

/** Ends the pause of a task between its tries. */
export const hurryTask = statement<[id: number], never>(
  `update task set not_before = now() - interval '1 day' where task_tracking_id = $1 and status = 'queued'`,
);
