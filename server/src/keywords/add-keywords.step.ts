import type { CampaignRow } from '../campaigns/campaign.store.ts';
import { campaignStep, targetOf } from '../campaigns/campaign-step.ts';
import { aboutKeyword, aboutKeywordOfAd } from '../campaigns/decided-on.ts';
import { insertKeywords, keywordsOfAd } from '../campaigns/keyword-edit.store.ts';
import { idsByKeyword, keywordKey } from '../campaigns/keyword-text.ts';
import { type AdAccount, AdPlatformError, campaignRemoved } from '../ports/ad-platform.ts';
import type { Inverse, InverseContext, Outcome, PlatformWork, StepKind } from '../writes/step.ts';
import { type KeywordAddition, keywordAdded, keywordAddition } from './keyword-addition.ts';
import { named } from './keyword-edit.ts';
import { removeKeywords } from './remove-keywords.step.ts';
import { setKeywordState } from './set-keyword-state.step.ts';

type Added = KeywordAddition['keywords'][number];

/** Adds keywords to an ad. Undone, they are removed; one that has spent is paused instead, so that its figures stay. */
export const addKeywords: StepKind<KeywordAddition, 'add_keywords'> = campaignStep({
  op: 'add_keywords',
  details: keywordAddition,
  guardrails: [],
  undoneBy: [removeKeywords, setKeywordState],
  changesOf: ({ ad, keywords }) => keywords.map((one) => keywordAdded(one, ad.id)),

  about: ({ ad, keywords }) => keywords.map((one) => aboutKeywordOfAd(ad.id, one)),

  async save({ campaign_id: campaignId, ad, keywords }, own) {
    await insertKeywords(own, { campaignId, adId: ad.id }, keywords, new Date(own.clock.now()));
    return {};
  },

  inverse: ({ ad, keywords }, campaign, context) => takenBack(keywords, ad.id, campaign, context),

  platform: {
    tell: (details, account, work) =>
      details.platform_id === null
        ? Promise.resolve({ wrote: [] })
        : addMissing(details, details.platform_id, account, work),
  },
});

async function takenBack(
  keywords: readonly Added[],
  adId: number,
  campaign: CampaignRow,
  context: InverseContext,
): Promise<Inverse> {
  const rows = await keywordsOfAd(context, campaign.id, adId);
  const ours = keywords.filter(({ already }) => !already);
  const keys = new Set(ours.map(keywordKey));
  const found = rows.filter((row) => keys.has(keywordKey(row)));
  const foundKeys = new Set(found.map(keywordKey));
  const thingsOf = (row: (typeof rows)[number]) => [
    aboutKeywordOfAd(adId, row),
    aboutKeyword('state', row.id),
    aboutKeyword('bid', row.id),
  ];
  const since = await context.decidedSince(found.flatMap(thingsOf));
  const isDecided = (row: (typeof rows)[number]) => thingsOf(row).some((thing) => since.has(thing));
  const present = found.filter((row) => !isDecided(row));
  const [spent, unspent] = [present.filter(({ has_spent }) => has_spent), present.filter((row) => !row.has_spent)];
  const running = spent.filter(({ state }) => state === 'enabled');
  const gone = ours.filter((one) => !foundKeys.has(keywordKey(one)));
  const target = targetOf(campaign);
  const removed = unspent.map(({ id: keyword_id, text, match_type, platform_id }) => {
    return { keyword_id, text, match_type, platform_id };
  });
  const paused = running.map(({ id: keyword_id, text, match_type, platform_id }) => {
    return { keyword_id, text, match_type, platform_id, from: 'enabled', to: 'paused' };
  });
  return {
    steps: removed.length > 0 ? [removeKeywords.of({ ...target, keywords: removed })] : [],
    restored: removed.map((one) => `${named(one)} removed`),
    skipped: [
      ...keywords.filter(({ already }) => already).map((one) => `${named(one)}: it was there before`),
      ...gone.map((one) => `${named(one)}: removed since`),
      ...found.filter(isDecided).map((one) => `${named(one)}: changed since`),
      ...spent.filter(({ state }) => state === 'paused').map((one) => `${named(one)}: paused since`),
    ],
    besides: [
      {
        steps: paused.length > 0 ? [setKeywordState.of({ ...target, keywords: paused })] : [],
        restored: paused.map((one) => `${named(one)} paused, because it has spent`),
        skipped: [],
      },
    ],
  };
}

/** Adds what the ad does not have yet: all of it in one request, or nothing. */
async function addMissing(
  details: KeywordAddition,
  campaignId: string,
  account: AdAccount,
  work: PlatformWork<KeywordAddition>,
): Promise<Outcome> {
  const campaign = await account.readCampaign(campaignId);
  if (!campaign) throw campaignRemoved();
  const ad = campaign.ads.find(({ id }) => id === details.ad.platform_id);
  if (!ad) throw new AdPlatformError('google_ads_refused', 'This ad was removed in Google Ads.', { gone: true });
  const there = idsByKeyword(ad.keywords);
  const isThere = (one: Added) => there.has(keywordKey(one));
  const keywords = work.mayHaveArrived
    ? details.keywords
    : details.keywords.map((one) => (isThere(one) ? { ...one, already: true } : one));
  // What was there before the first try must still be known if that try is never answered.
  if (keywords.some(({ already }) => already)) await work.note({ ...details, keywords });
  const missing = keywords
    .filter((one) => !isThere(one))
    .map(({ text, match_type, cpc_bid }) => ({ text, matchType: match_type, cpcBid: cpc_bid }));
  const found = keywords.flatMap((one) => there.get(keywordKey(one)) ?? []);
  const { added, wrote } = await account.addKeywords(ad.id, missing, { allOrNothing: true, found });
  const known = idsByKeyword([...ad.keywords, ...added]);
  return {
    details: { keywords: keywords.map((one) => ({ ...one, platform_id: known.get(keywordKey(one)) ?? null })) },
    wrote,
  };
}
