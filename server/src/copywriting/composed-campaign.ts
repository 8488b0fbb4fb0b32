import type { KeywordText, SitelinkSpec } from '../ports/ad-platform.ts';
import type { StatedCountry } from './countries.ts';

/** A campaign as it was written from a website, before anything of it is saved. */
export interface ComposedCampaign {
  /** Made from business, kind and places. */
  name: string;
  ads: ComposedAd[];
  sitelinks: SourcedSitelink[];
  callouts: SourcedText[];
  negatives: KeywordText[];
  places: ComposedPlaces;
  /** The country that the business itself states. */
  country: StatedCountry | null;
  /** What a person should know about this draft, such as that the site says little. */
  notes: string[];
}

/** One landing page with its texts and keywords. */
export interface ComposedAd {
  name: string;
  landingPage: string;
  headlines: SourcedText[];
  descriptions: SourcedText[];
  path1: string | null;
  path2: string | null;
  keywords: KeywordText[];
}

/** A text with what it stands on: each claim in it can be found in these words of the site. */
export interface SourcedText {
  text: string;
  sources: Source[];
}

/** Where a claim was read: the page and its own words. */
export interface Source {
  address: string;
  words: string;
}

export interface SourcedSitelink extends SitelinkSpec {
  sources: Source[];
}

/**
 * Where the ads are shown: names of places, or the surroundings of one address; unplaced where the site says of some place
 * that it is there, but not so that it is understood which.
 */
export type ComposedPlaces =
  | { kind: 'places'; names: string[] }
  | { kind: 'unplaced' }
  | { kind: 'radius'; address: string; position: Position; kilometres: number };

/** A point on earth, in degrees. */
export interface Position {
  latitude: number;
  longitude: number;
}
