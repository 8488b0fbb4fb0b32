import { foldedWords, variantOf } from '../detection/words.ts';
import type { Site } from '../ports/site-reader.ts';
import { briefOf } from './brief.ts';
import type { BusinessFacts } from './business-facts.ts';
import type { StatedCountry } from './countries.ts';
import { readingOf } from './reading.ts';

/** What to ask the ad platform for: the platform takes up to twenty seeds with one address. */
export interface IdeaSeeds {
  url: string;
  seeds: string[];
  /** Names that stand where a site says whom it serves: whether they are places the ad platform knows. */
  areas: string[];
  /** The country that the business itself states. */
  country: StatedCountry | null;
}

const MOST_SEEDS = 20;
/** What a service is called does not change with time. */
const ANY_TIME = 0;

/** The services by the names that people search, and the profile's products. */
export function ideaSeeds(site: Site, profile: BusinessFacts): IdeaSeeds {
  const reading = readingOf(site, ANY_TIME);
  const { offering, places } = briefOf(reading, profile, []);
  const names = [...offering.services.map(({ forms }) => forms), profile.products.map(({ name }) => name)];
  const longest = Math.max(0, ...names.map((list) => list.length));
  const inTurn = Array.from({ length: longest }, (_, at) => names.flatMap((list) => list[at] ?? [])).flat();
  const seeds = new Map(inTurn.map((name) => [variantOf(foldedWords(name)), name.toLowerCase()]));
  const most = [...seeds.values()].filter(Boolean).slice(0, MOST_SEEDS);
  return { url: site.address, seeds: most, areas: places.unsure, country: places.stated };
}
