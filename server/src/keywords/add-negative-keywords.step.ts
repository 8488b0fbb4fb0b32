import { withAdAccount } from '../ad-accounts/account-access.ts';
import { updateCampaignRow } from '../campaigns/campaign.store.ts';
import { campaignUrl } from '../campaigns/campaign.ts';
import { campaignForUndo } from '../campaigns/campaign-for-write.ts';
import { clearPending, markPending } from '../campaigns/campaign-write.store.ts';
import { leaveAlone } from '../campaigns/leave-alone.ts';
import { campaignNegatives, insertNegatives } from '../campaigns/negative-keyword.store.ts';
import type { AdAccount, KeywordText } from '../ports/ad-platform.ts';
import type { Outcome, StepKind } from '../writes/step.ts';
import { isSame, type NegativeDetails, negativeDetails, words } from './negative-keywords.ts';
import { removeNegatives } from './remove-negative-keywords.step.ts';

/** Adds exclusions to a campaign: the platform first where it runs, otherwise they wait with the campaign. */
export const addNegatives: StepKind<NegativeDetails> = {
  op: 'add_negative_keywords',
  details: negativeDetails,
  guardrails: [],
  inBackground: false,
  campaignOf: ({ campaign_id, slug }) => ({ id: campaign_id, slug }),
  reachesPlatform: ({ platform_campaign_id }) => platform_campaign_id !== null,
  describe: ({ negatives }) => `added ${words(negatives)}`,

  begin: ({ campaign_id }, here) => markPending(here, campaign_id, { actionId: here.actionId }),

  async there(details, context) {
    const { account_id, platform_campaign_id } = details;
    if (account_id === null || platform_campaign_id === null) return { wrote: [] };
    return withAdAccount(context, account_id, { signal: context.signal, forChange: true }, (account) =>
      addMissing(details, platform_campaign_id, account),
    );
  },

  async here({ campaign_id, negatives, platform_campaign_id }, here) {
    const now = here.clock.now();
    await insertNegatives(here, campaign_id, negatives, new Date(now));
    const pushed = platform_campaign_id === null ? {} : { pushed_at: new Date(now).toISOString() };
    await updateCampaignRow(here, campaign_id, pushed, now);
    await clearPending(here, campaign_id, here.actionId);
  },

  abandon: leaveAlone,

  async inverse(details, context) {
    const campaign = await campaignForUndo(context, details.campaign_id);
    const existing = campaign ? await campaignNegatives(context, campaign.id) : [];
    const present = existing.filter((one) => details.negatives.some((added) => isSame(one, added)));
    const gone = details.negatives.filter((added) => !present.some((one) => isSame(one, added)));
    const skipped = gone.map(({ text }) => `negative keyword “${text}”: removed since`);
    if (!campaign || present.length === 0) return { step: undefined, restored: [], skipped };
    const back: NegativeDetails = {
      ...details,
      account_id: campaign.ad_account_id,
      platform_campaign_id: campaign.platform_id,
      negatives: present,
    };
    const restored = present.map(({ text, match_type }) => `negative keyword “${text}” (${match_type}) removed`);
    return { step: { op: removeNegatives.op, details: back }, restored, skipped };
  },

  resultOf: ({ slug, negatives }, { appUrl, organization }) => ({
    campaign: slug,
    url: campaignUrl(appUrl, organization, slug),
    added: negatives.length,
  }),
};

/** Adds what the platform does not have yet: all of it in one request, or nothing. */
async function addMissing({ negatives }: NegativeDetails, campaignId: string, account: AdAccount): Promise<Outcome> {
  const there = (await account.readCampaign(campaignId))?.negatives ?? [];
  const find = (one: NegativeDetails['negatives'][number], among: readonly (KeywordText & { id: string })[]) =>
    among.find(({ text, matchType }) => isSame({ text, match_type: matchType }, one));
  const missing = negatives.filter((one) => !find(one, there));
  const found = negatives.flatMap((one) => find(one, there)?.id ?? []);
  const texts = missing.map(({ text, match_type }) => ({ text, matchType: match_type }));
  const { added, wrote } = await account.addNegatives(campaignId, texts, { allOrNothing: true, found });
  const known = [...there, ...added];
  const named = negatives.map((one) => ({ ...one, platform_id: find(one, known)?.id ?? null }));
  return { details: { negatives: named }, wrote };
}
