import type { BusinessFacts } from '../../copywriting/business-facts.ts';
import { type AdAccount, AdPlatformError, type KeywordIdea } from '../../ports/ad-platform.ts';
import type { Site } from '../../ports/site-reader.ts';
import { seedsFrom } from '../../websites/writing-room.ts';
import { countryOf, placesNamed } from './find-places.ts';
import { platformLanguage } from './platform-language.ts';

/** What ideas are looked for around. */
interface Around {
  site: Site;
  profile: BusinessFacts;
  timeZone: string | null;
  signal: AbortSignal;
}

/** Asks the platform what people search for around a site, where the business wants to be found. */
export async function gatherIdeas(
  account: AdAccount,
  { site, profile, timeZone, signal }: Around,
): Promise<KeywordIdea[]> {
  const { url, seeds, country: stated } = await seedsFrom(site, profile, signal);
  const places = await placesNamed(account, profile.target_locations, countryOf({ site, stated, timeZone }));
  const languageId = platformLanguage(site.pages[0]?.language ?? null);
  const request = { locationIds: places.map(({ id }) => id), ...(languageId !== null && { languageId }) };
  try {
    return await account.keywordIdeas({ ...request, url, seeds });
  } catch (error) {
    // A page that the platform cannot open itself does not keep the words from being looked up.
    if (!(error instanceof AdPlatformError) || error.reason !== 'google_ads_refused' || seeds.length === 0) throw error;
    return account.keywordIdeas({ ...request, seeds });
  }
}
