import { quoted } from '../base/visible-text.ts';
import { campaignStep, targetOf } from '../campaigns/campaign-step.ts';
import { isSameKeyword } from '../campaigns/keyword-text.ts';
import { campaignNegatives, insertNegatives } from '../campaigns/negative-keyword.store.ts';
import { type AdAccount, campaignRemoved, type KeywordText } from '../ports/ad-platform.ts';
import type { Outcome, PlatformWork, StepKind } from '../writes/step.ts';
import { added, type NegativeKeywordDetails, negativeKeywordDetails } from './negative-keyword.ts';
import { removeNegativeKeywords } from './remove-negative-keywords.step.ts';

/** Puts negative keywords on a campaign. */
export const addNegativeKeywordsStep: StepKind<NegativeKeywordDetails, 'add_negative_keywords'> = campaignStep({
  op: 'add_negative_keywords',
  details: negativeKeywordDetails,
  guardrails: [],
  undoneBy: [removeNegativeKeywords],
  changesOf: ({ negatives }) => negatives.map(added),

  async save({ campaign_id, negatives }, own) {
    await insertNegatives(own, campaign_id, negatives, new Date(own.clock.now()));
    return {};
  },

  async inverse({ negatives }, campaign, context) {
    const existing = await campaignNegatives(context, campaign.id);
    const ours = negatives.filter(({ already }) => !already);
    const present = existing.filter((one) => ours.some((added) => isSameKeyword(one, added)));
    const gone = ours.filter((added) => !present.some((one) => isSameKeyword(one, added)));
    const skipped = [
      ...negatives
        .filter(({ already }) => already)
        .map(({ text }) => `negative keyword ${quoted(text)}: it was there before`),
      ...gone.map(({ text }) => `negative keyword ${quoted(text)}: removed since`),
    ];
    if (present.length === 0) return { step: undefined, restored: [], skipped };
    const back = removeNegativeKeywords.of({ ...targetOf(campaign), negatives: present });
    const restored = present.map(({ text, match_type }) => `negative keyword ${quoted(text)} (${match_type}) removed`);
    return { step: back, restored, skipped };
  },

  resultOf: ({ negatives }) => ({ added: negatives.length }),

  platform: {
    tell: (details, account, work) =>
      details.platform_id === null
        ? Promise.resolve({ wrote: [] })
        : addMissing(details, details.platform_id, account, work),
  },
});

type Known = KeywordText & { id: string };

/** Adds what the platform does not have yet: all of it in one request, or nothing. */
async function addMissing(
  details: NegativeKeywordDetails,
  campaignId: string,
  account: AdAccount,
  work: PlatformWork<NegativeKeywordDetails>,
): Promise<Outcome> {
  const campaign = await account.readCampaign(campaignId);
  if (!campaign) throw campaignRemoved();
  const there = campaign.negatives;
  const negatives = work.mayHaveArrived ? details.negatives : marked(details.negatives, there);
  // What was there before the first try must still be known if that try is never answered.
  if (negatives.some(({ already }) => already)) await work.note({ ...details, negatives });
  const missing = negatives.filter((one) => !find(one, there));
  const found = negatives.flatMap((one) => find(one, there)?.id ?? []);
  const texts = missing.map(({ text, match_type }) => ({ text, matchType: match_type }));
  const { added, wrote } = await account.addNegatives(campaignId, texts, { allOrNothing: true, found });
  const known = [...there, ...added];
  const kept = negatives.map((one) => ({ ...one, platform_id: find(one, known)?.id ?? null }));
  return { details: { negatives: distinct(kept) }, wrote };
}

/** Two that the platform takes for one are one. */
function distinct(negatives: NegativeKeywordDetails['negatives']): NegativeKeywordDetails['negatives'] {
  return negatives.filter(
    ({ platform_id }, index) =>
      platform_id === null || negatives.findIndex((other) => other.platform_id === platform_id) === index,
  );
}

function marked(negatives: NegativeKeywordDetails['negatives'], there: readonly Known[]) {
  return negatives.map((one) => (find(one, there) ? { ...one, already: true } : one));
}

function find(one: NegativeKeywordDetails['negatives'][number], among: readonly Known[]): Known | undefined {
  return among.find(({ text, matchType }) => isSameKeyword({ text, match_type: matchType }, one));
}
