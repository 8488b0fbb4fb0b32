import type { BusinessFacts } from '../../copywriting/business-facts.ts';
import { type AdAccount, AdPlatformError, type KeywordIdea, type LocationSuggestion } from '../../ports/ad-platform.ts';
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

/** What the platform tells about a site. */
interface Gathered {
  ideas: KeywordIdea[];
  /** Which of the names that the site gives to areas are those of places. */
  knownPlaces: string[];
}

/** Asks the platform what people search for around a site, where the business wants to be found. */
export async function gatherIdeas(account: AdAccount, { site, profile, timeZone, signal }: Around): Promise<Gathered> {
  const { url, seeds, areas, country: stated } = await seedsFrom(site, profile, signal);
  const country = countryOf({ site, stated, timeZone });
  const known = await placesNamed(account, areas, country, 'perhaps');
  const wanted = await placesNamed(account, profile.target_locations, country);
  const ideas = await ideasFor(account, { site, url, seeds, places: wanted.length > 0 ? wanted : known });
  return { ideas, knownPlaces: known.map(({ searchedFor }) => searchedFor) };
}

async function ideasFor(
  account: AdAccount,
  { site, url, seeds, places }: { site: Site; url: string; seeds: string[]; places: LocationSuggestion[] },
): Promise<KeywordIdea[]> {
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
