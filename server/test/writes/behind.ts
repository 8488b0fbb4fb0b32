import { statement } from '../../src/base/database.ts';

/** Ends the connection of an app, as its person does. */
export const endConnection = statement<[id: string], never>('delete from oauth_connection where id = $1');

/** Gives a campaign another website. */
export const moveWebsite = statement<[organizationId: number, slug: string, url: string], never>(
  'update campaign set website_url = $3 where organization_id = $1 and slug = $2',
);
