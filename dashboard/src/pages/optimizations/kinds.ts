import type { Optimization } from '../../api.ts';
import { formatWords } from '../../format.ts';

/** What detectors and the engine propose, as the title of a card says it. */
const TITLES: Record<string, string> = {
  high_cpc: 'Lower bids on keywords that cost too much a click',
  no_conversion_keywords: 'Pause keywords that cost money and bring nothing',
  zero_impression: 'Clear out keywords that nobody sees',
  negative_keywords: 'Exclude search terms that cost money and bring nothing',
  tcpa: 'Adjust the target CPA to what the campaign can reach',
  exact_match: 'Add search terms that convert as exact keywords',
  hipo: 'Give a theme that does well a campaign of its own',
  keyword_count: 'Split ads with too many keywords',
  optimized_keywords: 'Keep the keywords that earn their place',
  new_keywords: 'Add keywords that fit and are missing',
  brand_leak: 'Keep searches for your own brand in the brand campaign',
  location: 'Give a place that does well a campaign of its own',
  icp: 'Give a group of customers a campaign of its own',
  budget: 'Raise a budget that holds a good campaign back',
};

/** Every detector that can be asked to look, with what it looks for. */
export const DETECTORS = Object.keys(TITLES).filter(
  (kind) => !['brand_leak', 'location', 'icp', 'budget'].includes(kind),
);

/** A kind of recommendation as a sentence. */
export function kindTitle(kind: string): string {
  return TITLES[kind] ?? formatWords(kind);
}

/** What a recommendation proposes, as a sentence: a theme that does well may need a budget instead of a campaign. */
export function titleOf({ type, proposals }: Pick<Optimization, 'type' | 'proposals'>): string {
  return kindTitle(proposals[0]?.op === 'set_budget' ? 'budget' : type);
}
