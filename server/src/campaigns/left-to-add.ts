import type { Tenancy } from '../base/context.ts';
import { type AdAccount, AdPlatformError, type ChangeEvent, type PlatformCampaign } from '../ports/ad-platform.ts';
import type { PlatformWork } from '../writes/step.ts';
import { mustNotBeTakenBack } from './after-lost-try.ts';
import type { IdsThere } from './ids-there.ts';
import { folded, type Worded } from './keyword-text.ts';

/** A keyword, or a negative keyword, that comes to an ad; to the whole campaign where it names none. */
interface Addition extends Worded {
  ad?: { platform_id: string | null } | undefined;
  /** It was there before. */
  already?: boolean | undefined;
}

/** Where something is added: the campaign as it is there and as ours, and how the platform is asked about it. */
interface Adding {
  campaign: PlatformCampaign;
  campaignId: number;
  account: AdAccount;
  work: Tenancy & Pick<PlatformWork<unknown>, 'mayHaveArrived'>;
}

/**
 * Of what is added in one request, all or nothing: what the platform still has to be told of, and all that the step comes to.
 * Where it has any of what an earlier try may have added, that try arrived, and what it lacks of it somebody has taken away
 * since, or the ad with it: that is not added once more, nor called ours. Where it has none of it, somebody may have taken
 * all of it away: the platform's changes tell.
 */
export async function leftToAdd<One extends Addition>(
  additions: readonly One[],
  there: IdsThere,
  { campaign, campaignId, account, work }: Adding,
): Promise<{ coming: One[]; missing: One[] }> {
  const isThere = (one: One) => there.idOf(one) !== undefined;
  const hasArrived = work.mayHaveArrived && additions.some((one) => !one.already && isThere(one));
  if (hasArrived) return { coming: additions.filter(isThere), missing: [] };
  const missing = additions.filter((one) => !isThere(one));
  mustBeAmong(campaign.ads, missing);
  if (missing.length > 0) {
    await mustNotBeTakenBack({ campaignId, there: campaign, isAbout: comingOrGoing(missing) }, account, work);
  }
  return { coming: [...additions], missing };
}

/** Tells changes by which one of these came or went. What is removed may be told without whether it was a negative one. */
function comingOrGoing(additions: readonly Worded[]): (event: ChangeEvent) => boolean {
  const texts = new Set(additions.map(({ text }) => folded(text)));
  return ({ thing: { kind, name }, operation }) => {
    const isWord = kind === 'keyword' || kind === 'negative keyword';
    return isWord && operation !== 'update' && name !== null && texts.has(folded(name));
  };
}

function mustBeAmong(ads: PlatformCampaign['ads'], additions: readonly Addition[]): void {
  const gone = new Set(additions.flatMap(({ ad }) => (ad ? [ad.platform_id] : [])));
  for (const { id } of ads) gone.delete(id);
  if (gone.size === 0) return;
  const which = gone.size > 1 ? `${gone.size} ads that get keywords were` : 'An ad that gets keywords was';
  throw new AdPlatformError('google_ads_refused', `${which} removed in Google Ads.`, { gone: true });
}
