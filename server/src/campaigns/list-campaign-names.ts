import { z } from 'zod';
import { read } from '../base/operation.ts';
import { campaignNames, type NamedRow } from './campaign-list.store.ts';
import { campaignFields } from './campaign-schemas.ts';

const { slug, name, state, may_run } = campaignFields;
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
    campaigns: z.array(z.object({ slug, name, state, may_run })),
  }),

  async run(_, context) {
    const rows = await campaignNames(context, MOST_CAMPAIGNS);
    return { campaigns: rows.map(viewOf) };
  },
});

function viewOf({ may_run, ...named }: NamedRow) {
  return { ...named, ...(may_run && { may_run: true as const }) };
}
