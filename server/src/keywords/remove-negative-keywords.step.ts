import { withAdAccount } from '../ad-accounts/account-access.ts';
import { updateCampaignRow } from '../campaigns/campaign.store.ts';
import { campaignUrl } from '../campaigns/campaign.ts';
import { clearPending, markPending } from '../campaigns/campaign-write.store.ts';
import { leaveAlone } from '../campaigns/leave-alone.ts';
import { deleteNegatives } from '../campaigns/negative-keyword.store.ts';
import { AdPlatformError } from '../ports/ad-platform.ts';
import type { StepKind } from '../writes/step.ts';
import { type NegativeDetails, negativeDetails, words } from './negative-keywords.ts';

/** Takes exclusions off a campaign: how adding them is undone. */
export const removeNegatives: StepKind<NegativeDetails> = {
  op: 'remove_negative_keywords',
  details: negativeDetails,
  guardrails: [],
  inBackground: false,
  campaignOf: ({ campaign_id, slug }) => ({ id: campaign_id, slug }),
  reachesPlatform: ({ platform_campaign_id }) => platform_campaign_id !== null,
  describe: ({ negatives }) => `removed ${words(negatives)}`,

  begin: ({ campaign_id }, here) => markPending(here, campaign_id, { actionId: here.actionId }),

  async there({ account_id, negatives }, context) {
    const ids = negatives.flatMap(({ platform_id }) => platform_id ?? []);
    if (account_id === null || ids.length === 0) return { wrote: [] };
    return withAdAccount(context, account_id, { signal: context.signal, forChange: true }, async (account) => {
      const { refused, wrote } = await account.removeNegatives(ids);
      const [first] = refused;
      if (first) throw new AdPlatformError('google_ads_refused', `Google Ads declined: ${first.message}`);
      return { wrote };
    });
  },

  async here({ campaign_id, negatives, platform_campaign_id }, here) {
    const now = here.clock.now();
    await deleteNegatives(here, campaign_id, negatives);
    const pushed = platform_campaign_id === null ? {} : { pushed_at: new Date(now).toISOString() };
    await updateCampaignRow(here, campaign_id, pushed, now);
    await clearPending(here, campaign_id, here.actionId);
  },

  abandon: leaveAlone,

  inverse: async () => ({ step: undefined, restored: [], skipped: ['it has no inverse'] }),

  resultOf: ({ slug }, { appUrl, organization }) => ({ campaign: slug, url: campaignUrl(appUrl, organization, slug) }),
};
