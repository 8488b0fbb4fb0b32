import type { Proposal } from '../recommendations/proposal.ts';
import type { AdFacts, CampaignEvidence, KeywordFacts } from './evidence.ts';
import type { Finding } from './finding.ts';
import type { Protection } from './protection.ts';
import { wordsOf } from './words.ts';

/** A keyword in the fields of a finding. */
export function aboutKeyword(keyword: KeywordFacts, ads: ReadonlyMap<number, AdFacts>): Finding['about'] {
  const { id, text, matchType, state, adId } = keyword;
  return {
    keyword_id: id,
    text,
    match_type: matchType,
    state,
    ad_id: adId,
    ad: ads.get(adId)?.name ?? null,
  };
}

/** Ads by their ids. */
export function adsById(ads: readonly AdFacts[]): Map<number, AdFacts> {
  return new Map(ads.map((ad) => [ad.id, ad]));
}

/** Pausing a keyword, as a recommendation would do it. */
export function pauseOf(
  { id, adId, text, matchType, state }: KeywordFacts,
  { campaign }: CampaignEvidence,
): Extract<Proposal, { op: 'pause_keyword' }> {
  return {
    op: 'pause_keyword',
    campaign_id: campaign.id,
    ad_id: adId,
    keyword_id: id,
    text,
    match_type: matchType,
    from: state,
    to: 'paused',
  };
}

/** What a keyword's saving is counted under. */
export function savingOf({ id }: KeywordFacts, amount: number): Finding['savings'] {
  return [{ of: `keyword ${id}`, amount }];
}

/** Why a keyword is left running whatever its figures say, in words that end a sentence. */
export interface Kept {
  advice: 'investigate' | 'watch';
  because: string;
}

/** A keyword that names the business, or that converted in the days that are not settled yet, is not ours to stop. */
export function keptAnyway(keyword: KeywordFacts, protection: Protection): Kept | undefined {
  if (protection.protects(wordsOf(keyword.text))) {
    return { advice: 'investigate', because: 'it names the brand or a product, so a person should look into it first' };
  }
  if (keyword.recent.conversions > 0) {
    return { advice: 'watch', because: 'it has converted within the last three days, so it is left to run' };
  }
  return undefined;
}

/** How old a keyword is, and whether that is known or taken from its campaign. */
export interface Age {
  days: number;
  assumed: boolean;
}

/**
 * A keyword is as old as its first figures or its row here. One that came in together with its campaign is taken to be as
 * old as the campaign's first figures: the platform does not tell when it was made.
 */
export function ageOf({ createdDay, firstDay }: KeywordFacts, { today, campaign, days }: CampaignEvidence): Age {
  const known = Math.min(createdDay, firstDay ?? createdDay);
  const [first] = days;
  const cameWithCampaign = createdDay <= campaign.createdDay + 1;
  const assumed = cameWithCampaign && first !== undefined && first.day < known;
  return { days: today - (assumed ? first.day : known), assumed };
}

/** What brought more than this in 90 days is never paused by rule: a lower bid may be all that it needs. */
const MOST_CONVERSIONS = 1;

/** Whether a keyword converts, however dear: too good to be paused without a person's own look. */
export function doesConvert({ last90 }: KeywordFacts): boolean {
  return last90.conversions > MOST_CONVERSIONS;
}
