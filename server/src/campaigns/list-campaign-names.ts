import { z } from 'zod';
import { read } from '../base/operation.ts';
import { campaignNames } from './campaign-list.store.ts';
import { campaignFields } from './campaign-schemas.ts';

/** Nobody chooses among more. */
const MOST_CAMPAIGNS = 2000;

/** Every campaign by its name, for what people choose or find one in. */
export const listCampaignNames = read({
  name: 'list_campaign_names',
  summary: 'List the names of all campaigns',
  description: 'Lists every campaign of an organization by its name, with its slug and state and no figures.',
  rest: 'GET /organizations/{org}/campaign-names',
  tool: null,
  scope: 'campaigns:read',
  audience: 'dashboard',
  input: z.strictObject({}),
  output: z.object({
    campaigns: z.array(z.object({ slug: campaignFields.slug, name: campaignFields.name, state: campaignFields.state })),
  }),

  async run(_, context) {
    return { campaigns: await campaignNames(context, MOST_CAMPAIGNS) };
  },
});
