import { withAdAccount } from '../ad-accounts/account-access.ts';
import type { Services, Tenancy } from '../base/context.ts';
import type { Line } from '../base/turns.ts';
import type { CampaignRow } from '../campaigns/campaign.store.ts';
import { AdPlatformError, type KeywordIdea } from '../ports/ad-platform.ts';
import { readPlaces } from './evidence.store.ts';
import { readBestKeywords } from './keyword-figures.store.ts';
import { areRemembered, rememberedIdeas } from './remembered-ideas.ts';
import { inLine, type Waits } from './term-room.ts';

const MOST_SEEDS = 10;
const IDEAS_WITHIN_MS = 5_000;

/** The platform may be slow: whoever waits for it waits apart from those who have something looked through. */
const ASKING: Line = {
  name: 'keyword ideas',
  atOnceOfOne: 3,
  mostWaitingOfOne: 20,
  waitsMs: 20_000,
  refusal: 'Too many detectors of this organization wait for the ad platform. Try again in a moment.',
};

/**
 * What the platform would add to the campaign's best keywords; undefined where it cannot be asked now. What it is asked by
 * is read in a turn of its own, which is over before it is asked.
 */
export async function keywordIdeas(
  asking: Services & Pick<Tenancy, 'organizationId'>,
  { id, ad_account_id: accountId, website_url }: CampaignRow,
  waits: Waits,
): Promise<KeywordIdea[] | undefined> {
  if (accountId === null) return undefined;
  const { adPlatform, clock, turns } = asking;
  const access = { ...asking, db: asking.database };
  const request = await inLine(turns, waits, async () => {
    const seeds = await readBestKeywords(access, id, MOST_SEEDS);
    return { ...(seeds.length > 0 ? { seeds } : { url: website_url }), locationIds: await readPlaces(access, id) };
  });
  const question = { question: JSON.stringify([asking.organizationId, accountId, request]), now: clock.now() };
  const ask = () =>
    withAdAccount(access, accountId, { signal: AbortSignal.timeout(IDEAS_WITHIN_MS) }, (platform) =>
      platform.keywordIdeas(request),
    );
  const ideas = () => rememberedIdeas(adPlatform, question, ask);
  const waitsInLine = 'line' in waits && !areRemembered(adPlatform, question);
  try {
    return await (waitsInLine ? turns.take(ASKING, waits.place, ideas) : ideas());
  } catch (error) {
    if (error instanceof AdPlatformError) return undefined;
    throw error;
  }
}
