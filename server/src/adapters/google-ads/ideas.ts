import type { KeywordIdea, KeywordIdeasRequest, LocationSuggestion } from '../../ports/ad-platform.ts';
import type { GoogleAdsClient } from './client.ts';
import { integerAt, listAt, requiredText, textAt } from './json.ts';
import { decimalOf } from './micros.ts';
import { checkedId } from './resource-names.ts';
import type { GenerateKeywordIdeasRequest, SuggestGeoTargetConstantsRequest } from './wire.gen.ts';

/** Google takes at most this many seeds, places and names at once. */
const MAX_SEEDS = 20;
const MAX_LOCATIONS = 10;
const MAX_NAMES = 25;
const MAX_IDEAS = 1_000;
const ENGLISH = '1000';

/** Keywords that people search for, around a page, some seeds, or both. */
export async function keywordIdeas(
  client: GoogleAdsClient,
  customerId: string,
  request: KeywordIdeasRequest,
): Promise<KeywordIdea[]> {
  const body: GenerateKeywordIdeasRequest = {
    ...seedOf(request),
    language: `languageConstants/${checkedId(request.languageId ?? ENGLISH)}`,
    geoTargetConstants: (request.locationIds ?? [])
      .slice(0, MAX_LOCATIONS)
      .map((id) => `geoTargetConstants/${checkedId(id)}`),
    keywordPlanNetwork: 'GOOGLE_SEARCH',
    includeAdultKeywords: false,
    pageSize: MAX_IDEAS,
  };
  const answer = await client.read('POST', `customers/${customerId}:generateKeywordIdeas`, body);
  return listAt(answer, 'results').map(ideaOf);
}

/** Places that match the names, best first for each. */
export async function suggestLocations(
  client: GoogleAdsClient,
  names: readonly string[],
  countryCode: string | undefined,
): Promise<LocationSuggestion[]> {
  const suggestions: LocationSuggestion[] = [];
  for (let start = 0; start < names.length; start += MAX_NAMES) {
    const body: SuggestGeoTargetConstantsRequest = {
      locale: 'en',
      locationNames: { names: names.slice(start, start + MAX_NAMES) },
      ...(countryCode !== undefined && { countryCode }),
    };
    const answer = await client.read('POST', 'geoTargetConstants:suggest', body);
    suggestions.push(...listAt(answer, 'geoTargetConstantSuggestions').map(suggestionOf));
  }
  return suggestions;
}

function seedOf({ url, seeds = [] }: KeywordIdeasRequest): GenerateKeywordIdeasRequest {
  const keywords = seeds.slice(0, MAX_SEEDS);
  if (url !== undefined && keywords.length > 0) return { keywordAndUrlSeed: { url, keywords } };
  if (url !== undefined) return { urlSeed: { url } };
  if (keywords.length > 0) return { keywordSeed: { keywords } };
  throw new TypeError('keyword ideas need a page or a seed');
}

function ideaOf(result: unknown): KeywordIdea {
  const metrics = 'keywordIdeaMetrics';
  const bid = (name: string) => {
    const micros = textAt(result, metrics, name);
    return micros === null ? null : decimalOf(micros);
  };
  return {
    text: requiredText(result, 'text'),
    monthlySearches: integerAt(result, metrics, 'avgMonthlySearches'),
    competition: COMPETITION[textAt(result, metrics, 'competition') ?? ''] ?? 'unknown',
    lowBid: bid('lowTopOfPageBidMicros'),
    highBid: bid('highTopOfPageBidMicros'),
  };
}

const COMPETITION: Readonly<Record<string, KeywordIdea['competition']>> = {
  LOW: 'low',
  MEDIUM: 'medium',
  HIGH: 'high',
};

function suggestionOf(suggestion: unknown): LocationSuggestion {
  const place = (name: string) => textAt(suggestion, 'geoTargetConstant', name) ?? '';
  return {
    id: requiredText(suggestion, 'geoTargetConstant', 'id'),
    name: place('name'),
    canonicalName: place('canonicalName'),
    countryCode: place('countryCode'),
    type: place('targetType'),
    searchedFor: textAt(suggestion, 'searchTerm') ?? '',
  };
}
