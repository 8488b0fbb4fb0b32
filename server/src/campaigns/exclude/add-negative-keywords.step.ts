import { quoted } from '../../base/visible-text.ts';
import { type AdAccount, campaignRemoved } from '../../ports/ad-platform.ts';
import type { Inverse, Outcome, PlatformWork, StepKind } from '../../writes/step.ts';
import type { CampaignRow } from '../campaign.store.ts';
import { campaignStep, targetOf } from '../campaign-step.ts';
import { keyIn, keywordKey } from '../keyword-text.ts';
import { leftToAdd } from '../left-to-add.ts';
import { markingWhatIsSo } from '../was-so-before.ts';
import { insertNegatives, negativesLike } from './negative-keyword.store.ts';
import {
  aboutNegatives,
  added,
  type NegativeKeywordDetails,
  type NegativeOfStep,
  named,
  negativeKeywordDetails,
  negativesThere,
  ownNegatives,
} from './negative-keyword.ts';
import { removeNegativeKeywords } from './remove-negative-keywords.step.ts';
import { servedByGrown } from './taken-over.ts';

/** Puts negative keywords on a campaign, or on its ads. */
export const addNegativeKeywordsStep: StepKind<NegativeKeywordDetails, 'add_negative_keywords'> = campaignStep({
  op: 'add_negative_keywords',
  details: negativeKeywordDetails,
  guardrails: [],
  undoneBy: [removeNegativeKeywords],
  changesOf: ({ negatives }) => negatives.map(added),

  about: aboutNegatives,

  async save({ campaign_id, negatives }, own) {
    const rows = negatives.map(({ ad, ...negative }) => ({ ...negative, ad_id: ad?.id ?? null }));
    await insertNegatives(own, campaign_id, rows, new Date(own.clock.now()));
    return {};
  },

  async inverse(details, campaign, context) {
    const { negatives } = details;
    const existing = Map.groupBy(await negativesLike(context, campaign.id, negatives), (row) => keyIn(row.ad_id, row));
    const found = (one: NegativeOfStep) => existing.get(keyIn(one.ad?.id ?? null, one)) ?? [];
    const { ours, skipped: notOurs } = await ownNegatives(details, context, 'it was there before');
    const present = ours.flatMap((one) =>
      found(one).map(({ text, match_type, platform_id }) => ({ ...one, text, match_type, platform_id })),
    );
    const gone = ours.filter((one) => found(one).length === 0);
    const skipped = [...notOurs, ...gone.map((one) => `${named(one)}: removed since`)];
    return {
      ...lifted(campaign, present, skipped),
      whenStopped: async (stopped) => {
        const served = await servedByGrown(context, campaign.id, stopped);
        const byWhom = (one: NegativeOfStep) => (one.ad ? undefined : served.get(keywordKey(one)));
        const kept = present.flatMap((one) => {
          const name = byWhom(one);
          return name === undefined ? [] : [`${named(one)}: still served by ${quoted(name)}`];
        });
        const free = present.filter((one) => byWhom(one) === undefined);
        return lifted(campaign, free, [...skipped, ...kept]);
      },
    };
  },

  resultOf: ({ negatives }) => ({ added: negatives.length }),

  platform: {
    tell: (details, account, work) =>
      details.platform_id === null
        ? Promise.resolve({ wrote: [] })
        : addMissing(details, details.platform_id, account, work),
  },
});

function lifted(campaign: CampaignRow, negatives: NegativeOfStep[], skipped: string[]): Inverse {
  if (negatives.length === 0) return { steps: [], restored: [], skipped };
  const back = removeNegativeKeywords.of({ ...targetOf(campaign), negatives });
  const restored = negatives.map((one) => `${named(one)} (${one.match_type}) removed`);
  return { steps: [back], restored, skipped };
}

/** Adds what the platform does not have yet: all of it in one request, or nothing. */
async function addMissing(
  details: NegativeKeywordDetails,
  campaignId: string,
  account: AdAccount,
  work: PlatformWork<NegativeKeywordDetails>,
): Promise<Outcome> {
  const campaign = await account.readCampaign(campaignId);
  if (!campaign) throw campaignRemoved();
  const there = negativesThere(campaign);
  const negatives = await markingWhatIsSo(details.negatives, (one) => there.idOf(one) !== undefined, {
    ...work,
    note: (negatives) => work.note({ ...details, negatives }),
  });
  const adding = { campaign, campaignId: details.campaign_id, account, work };
  const { coming, missing } = await leftToAdd(negatives, there, adding);
  const found = negatives.flatMap((one) => there.idOf(one) ?? []);
  const { added, wrote } = await account.addNegatives(campaignId, missing.map(asked), { allOrNothing: true, found });
  for (const one of added) there.add(one);
  const kept = coming.map((one) => ({ ...one, platform_id: there.idOf(one) ?? null }));
  return { details: { negatives: distinct(kept) }, wrote };
}

function asked({ text, match_type, ad }: NegativeOfStep) {
  return { text, matchType: match_type, adId: ad?.platform_id ?? null };
}

/** Two that the platform takes for one are one. */
function distinct(negatives: NegativeKeywordDetails['negatives']): NegativeKeywordDetails['negatives'] {
  const seen = new Set<string>();
  return negatives.filter(({ platform_id: id }) => {
    if (id === null) return true;
    return !seen.has(id) && seen.add(id);
  });
}
