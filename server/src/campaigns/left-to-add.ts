import { AdPlatformError, type PlatformCampaign } from '../ports/ad-platform.ts';
import type { PlatformWork } from '../writes/step.ts';
import type { IdsThere } from './ids-there.ts';
import type { Worded } from './keyword-text.ts';

/** A keyword, or a negative keyword, that comes to an ad; to the whole campaign where it names none. */
interface Addition extends Worded {
  ad?: { platform_id: string | null } | undefined;
  /** It was there before. */
  already?: boolean | undefined;
}

/**
 * Of what is added in one request, all or nothing: what the platform still has to be told of, and all that the step comes to.
 * Where it has any of what an earlier try may have added, that try arrived, and what it lacks of it somebody has taken away
 * since, or the ad with it: that is not added once more, nor called ours.
 */
export function leftToAdd<One extends Addition>(
  additions: readonly One[],
  there: IdsThere,
  { ads }: PlatformCampaign,
  { mayHaveArrived }: Pick<PlatformWork<unknown>, 'mayHaveArrived'>,
): { coming: One[]; missing: One[] } {
  const isThere = (one: One) => there.idOf(one) !== undefined;
  const hasArrived = mayHaveArrived && additions.some((one) => !one.already && isThere(one));
  if (hasArrived) return { coming: additions.filter(isThere), missing: [] };
  const missing = additions.filter((one) => !isThere(one));
  mustBeAmong(ads, missing);
  return { coming: [...additions], missing };
}

function mustBeAmong(ads: PlatformCampaign['ads'], additions: readonly Addition[]): void {
  const gone = new Set(additions.flatMap(({ ad }) => (ad ? [ad.platform_id] : [])));
  for (const { id } of ads) gone.delete(id);
  if (gone.size === 0) return;
  const which = gone.size > 1 ? `${gone.size} ads that get keywords were` : 'An ad that gets keywords was';
  throw new AdPlatformError('google_ads_refused', `${which} removed in Google Ads.`, { gone: true });
}
