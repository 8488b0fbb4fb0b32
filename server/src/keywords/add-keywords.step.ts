import type { CampaignRow } from '../campaigns/campaign.store.ts';
import { campaignStep, targetOf } from '../campaigns/campaign-step.ts';
import { aboutKeyword, aboutKeywordOfAd } from '../campaigns/decided-on.ts';
import { IdsThere } from '../campaigns/ids-there.ts';
import { insertKeywords, keywordsLike } from '../campaigns/keyword-edit.store.ts';
import { keyIn } from '../campaigns/keyword-text.ts';
import { leftToAdd } from '../campaigns/left-to-add.ts';
import { markingWhatIsSo } from '../campaigns/was-so-before.ts';
import { type AdAccount, campaignRemoved, type PlatformCampaign } from '../ports/ad-platform.ts';
import type { Inverse, InverseContext, Outcome, PlatformWork, StepKind } from '../writes/step.ts';
import { type AddedKeyword, type KeywordAddition, keywordAdded, keywordAddition } from './keyword-addition.ts';
import { named } from './keyword-edit.ts';
import { removeKeywords } from './remove-keywords.step.ts';
import { setKeywordState } from './set-keyword-state.step.ts';

/** Adds keywords to ads of a campaign. Undone, they are removed; one that has spent is paused instead, so that its figures stay. */
export const addKeywords: StepKind<KeywordAddition, 'add_keywords'> = campaignStep({
  op: 'add_keywords',
  details: keywordAddition,
  guardrails: [],
  undoneBy: [removeKeywords, setKeywordState],
  changesOf: ({ keywords }) => keywords.map(keywordAdded),

  about: ({ keywords }) => keywords.map((one) => aboutKeywordOfAd(one.ad.id, one)),

  async save({ campaign_id, keywords }, own) {
    const rows = keywords.map(({ ad, ...keyword }) => ({ ...keyword, ad_id: ad.id }));
    await insertKeywords(own, campaign_id, rows, new Date(own.clock.now()));
    return {};
  },

  inverse: ({ keywords }, campaign, context) => takenBack(keywords, campaign, context),

  platform: {
    tell: (details, account, work) =>
      details.platform_id === null
        ? Promise.resolve({ wrote: [] })
        : addMissing(details, details.platform_id, account, work),
  },
});

async function takenBack(
  keywords: readonly AddedKeyword[],
  campaign: CampaignRow,
  context: InverseContext,
): Promise<Inverse> {
  const rows = await keywordsLike(context, campaign.id, keywords);
  const ours = keywords.filter(({ already }) => !already);
  const keys = new Set(ours.map((one) => keyIn(one.ad.id, one)));
  const found = rows.filter((row) => keys.has(keyIn(row.ad_id, row)));
  const foundKeys = new Set(found.map((row) => keyIn(row.ad_id, row)));
  const thingsOf = (row: (typeof rows)[number]) => [
    aboutKeywordOfAd(row.ad_id, row),
    aboutKeyword('state', row.id),
    aboutKeyword('bid', row.id),
  ];
  const since = await context.decidedSince(found.flatMap(thingsOf));
  const decided = new Set(found.filter((row) => since.size > 0 && thingsOf(row).some((thing) => since.has(thing))));
  const present = found.filter((row) => !decided.has(row));
  const [spent, unspent] = [present.filter(({ has_spent }) => has_spent), present.filter((row) => !row.has_spent)];
  const running = spent.filter(({ state }) => state === 'enabled');
  const gone = ours.filter((one) => !foundKeys.has(keyIn(one.ad.id, one)));
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
      ...[...decided].map((one) => `${named(one)}: changed since`),
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

/** Adds what the ads do not have yet: all of it in one request, or nothing. */
async function addMissing(
  details: KeywordAddition,
  campaignId: string,
  account: AdAccount,
  work: PlatformWork<KeywordAddition>,
): Promise<Outcome> {
  const campaign = await account.readCampaign(campaignId);
  if (!campaign) throw campaignRemoved();
  const there = keywordsThere(campaign, details.keywords);
  const keywords = await markingWhatIsSo(details.keywords, (one) => there.idOf(one) !== undefined, {
    ...work,
    note: (keywords) => work.note({ ...details, keywords }),
  });
  const adding = { campaign, campaignId: details.campaign_id, account, work };
  const { coming, missing } = await leftToAdd(keywords, there, adding);
  const found = keywords.flatMap((one) => there.idOf(one) ?? []);
  const { added, wrote } = await account.addKeywords(missing.map(asked), { allOrNothing: true, found });
  for (const one of added) there.add(one);
  return { details: { keywords: coming.map((one) => ({ ...one, platform_id: there.idOf(one) ?? null })) }, wrote };
}

/** What the ads that get keywords have in the platform. */
function keywordsThere({ ads }: PlatformCampaign, keywords: readonly AddedKeyword[]): IdsThere {
  const getting = new Set(keywords.map(({ ad }) => ad.platform_id));
  const there = new IdsThere();
  for (const { id: adId, keywords } of ads) {
    if (getting.has(adId)) for (const one of keywords) there.add({ ...one, adId });
  }
  return there;
}

function asked({ ad, text, match_type, cpc_bid }: AddedKeyword) {
  return { adId: ad.platform_id ?? '', text, matchType: match_type, cpcBid: cpc_bid };
}
