import { foldedWords, variantOf } from '../detection/words.ts';
import type { KeywordIdea } from '../ports/ad-platform.ts';
import type { Site } from '../ports/site-reader.ts';
import type { Writer } from '../ports/writer.ts';
import { brandKeywords, brandService } from './brand-campaign.ts';
import { type Brief, briefOf } from './brief.ts';
import type { BusinessFacts } from './business-facts.ts';
import { calloutsOf } from './callouts.ts';
import { Checker } from './check/checker.ts';
import type { ComposedAd, ComposedCampaign } from './composed-campaign.ts';
import { keywordsOf } from './keywords.ts';
import { COUNTS } from './limits.ts';
import { negativesOf } from './negatives.ts';
import { notesOf } from './notes.ts';
import { type Offering, type Service, serviceOf } from './offering.ts';
import { isSamePage } from './page-kinds.ts';
import { pathsOf } from './paths.ts';
import { targetsOf } from './places.ts';
import { readingOf } from './reading.ts';
import { sitelinksOf } from './sitelinks.ts';
import { WritersDesk } from './writers-desk.ts';

/** What a campaign is written from. */
export interface CompositionOrder {
  site: Site;
  profile: BusinessFacts;
  type: 'prospecting' | 'brand';
  /** Milliseconds since the epoch: what has passed by then is not offered any more. */
  now: number;
  /** The landing page of a single ad; without one every page that sells gets an ad. */
  focus?: string;
  /** What people search, as the ad platform tells. */
  ideas: readonly KeywordIdea[];
  /** Areas of the site's sentences that the ad platform knows as places; the others are named in no text. */
  knownPlaces?: readonly string[];
  /** Keywords that other ads of the campaign have. */
  taken?: readonly string[];
  /** Phrases the ads; without one, or where it fails, they are written in the site's own words. */
  writer?: Writer | undefined;
  signal?: AbortSignal;
}

/** Writes a campaign from what a website says; every text in it was checked against the site. */
export async function compose(order: CompositionOrder): Promise<ComposedCampaign> {
  const reading = { ...readingOf(order.site, order.now, order.focus), knownPlaces: order.knownPlaces ?? [] };
  const brief = briefOf(reading, order.profile, order.ideas);
  const competitors = order.profile.competitors.map(({ name }) => name);
  const checker = new Checker(order.site, reading.language, { brand: reading.brand.text, competitors });
  const offering = chosenServices(order, brief);
  const services = offering.services.slice(0, COUNTS.ads.most);
  const desk = new WritersDesk(brief, checker, order);
  const ads = await adsOf(services, brief, desk, order);
  const sitelinks = sitelinksOf(services, brief, checker);
  const callouts = calloutsOf(services, brief, checker);
  const places = targetsOf(brief.places, order.profile.target_locations);
  const negatives = negativesOf(services, brief, order.type);
  const name = nameOf(brief, order, places.kind === 'places' ? places.names : [brief.places.address?.town ?? '']);
  const composed = { name, ads, sitelinks, callouts, negatives, places, country: brief.places.stated };
  return { ...composed, notes: notesOf(composed, brief, { ...offering, writerFailed: desk.writerFailed }) };
}

function chosenServices(order: CompositionOrder, brief: Brief): Offering {
  const { reading, places } = brief;
  const { focus } = order;
  if (order.type === 'brand' && !focus) return { services: [brandService(brief)], leftOut: 0 };
  if (!focus) return brief.offering;
  const page = reading.pages.find(({ address }) => isSamePage(address, focus)) ?? reading.pages[0] ?? reading.home;
  const service =
    order.type === 'brand' && page === reading.home ? brandService(brief) : serviceOf(page, reading, places);
  return { services: [service], leftOut: 0 };
}

/** Ads that hold enough to run; one that the site says too little for is left out. */
async function adsOf(services: readonly Service[], brief: Brief, desk: WritersDesk, order: CompositionOrder) {
  const keywords = keywordsFor(services, brief, order);
  const searches = new Set(brief.ideas.map(({ text }) => variantOf(foldedWords(text))));
  const known = services.map((service, index) => {
    const own = keywords[index] ?? [];
    const searched = own.map(({ text }) => text).filter((text) => searches.has(variantOf(foldedWords(text))));
    return { ...service, searched };
  });
  const texts = await desk.textsOf(known);
  const ads = known.map(
    (service, index): ComposedAd => ({
      name: brief.reading.casing.forSentence(service.name),
      landingPage: service.page.address,
      headlines: texts[index]?.headlines ?? [],
      descriptions: texts[index]?.descriptions ?? [],
      ...pathsOf(service, brief),
      keywords: keywords[index] ?? [],
    }),
  );
  return ads.filter(({ headlines, descriptions }) => {
    return headlines.length >= COUNTS.headlines.least && descriptions.length >= COUNTS.descriptions.least;
  });
}

function keywordsFor(services: readonly Service[], brief: Brief, { type, taken = [] }: CompositionOrder) {
  return type === 'brand'
    ? services.map((service) => brandKeywords(service, brief, taken))
    : keywordsOf(services, brief, taken);
}

const MOST_PLACES_IN_NAME = 2;

function nameOf({ reading, profile }: Brief, { type }: CompositionOrder, places: readonly string[]): string {
  const towns = places.map((place) => place.split(',')[0] ?? '').filter(Boolean);
  const shown = towns.slice(0, MOST_PLACES_IN_NAME).join(', ');
  const more = towns.length > MOST_PLACES_IN_NAME ? ` +${towns.length - MOST_PLACES_IN_NAME}` : '';
  const kind = type === 'brand' ? 'Brand' : 'Prospecting';
  return [profile.brand_name || reading.brand.text, kind, `${shown}${more}`].filter(Boolean).join(' – ');
}
