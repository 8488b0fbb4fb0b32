import { z } from 'zod';
import { findCampaignById } from '../campaigns/campaign.store.ts';
import { queueEngine, RUN_ENGINE } from '../campaigns/queue-engine.ts';
import { task } from '../tasks/task.ts';
import { liveCampaigns } from './engine.store.ts';
import { judgeCampaign } from './judge-campaign.ts';
import { surroundingsOf } from './surroundings.ts';

const TIMEOUT_SECONDS = 900;
const RETRIES = { attempts: 3, backoffSeconds: 120 };
/** After so many the others have their turn: one organization's hundreds of campaigns hold nobody up. */
const CAMPAIGNS_AT_ONCE = 10;

/**
 * Looks at the live campaigns of an organization with every detector and keeps what it would do as recommendations. It
 * applies nothing. It may begin again at any point: what was kept a moment ago stays.
 */
export const runEngine = task({
  type: RUN_ENGINE,
  payload: z.strictObject({ after: z.int().default(0) }),
  changes: ['recommendations'],
  timeoutSeconds: TIMEOUT_SECONDS,
  retries: RETRIES,
  resumable: true,

  async run({ after }, context) {
    const ids = await liveCampaigns(context, after, CAMPAIGNS_AT_ONCE);
    const around = ids.length > 0 ? await surroundingsOf(context) : undefined;
    let recommendations = 0;
    for (const id of ids) {
      context.signal.throwIfAborted();
      const campaign = await findCampaignById(context, id);
      if (campaign && around) recommendations += await judgeCampaign(context, campaign, around);
    }
    const last = ids.at(-1);
    if (last !== undefined && ids.length === CAMPAIGNS_AT_ONCE) await queueEngine(context, context, { after: last });
    return { campaigns: ids.length, recommendations };
  },
});
