import { foldedWords } from '../detection/words.ts';
import type { KeywordIdea } from '../ports/ad-platform.ts';
import type { BusinessFacts } from './business-facts.ts';
import { type Rating, ratingOf, sinceOf } from './claims.ts';
import type { SourcedText } from './composed-campaign.ts';
import { type Places, placesOf, townsWanted } from './places.ts';
import type { Reading, ReadPage } from './reading.ts';
import type { Service } from './services.ts';

/** All that a writer has on the desk when the writing begins. */
export interface Brief {
  reading: Reading;
  profile: BusinessFacts;
  places: Places;
  /** Towns to name, those that the business wants first. */
  towns: SourcedText[];
  rating: Rating | undefined;
  since: SourcedText | undefined;
  /** Pages whose promises hold for every service. */
  supporting: ReadPage[];
  ideas: readonly KeywordIdea[];
}

const FOR_EVERY_SERVICE = ['home', 'about', 'contact', 'booking'];

/** Gathers what the whole campaign can use. */
export function briefOf(reading: Reading, profile: BusinessFacts, ideas: readonly KeywordIdea[]): Brief {
  const places = placesOf(reading);
  return {
    reading,
    profile,
    places,
    towns: townsWanted(reading, places, profile.target_locations),
    rating: ratingOf(reading),
    since: sinceOf(reading),
    supporting: reading.pages.filter(({ kind }) => FOR_EVERY_SERVICE.includes(kind)),
    ideas,
  };
}

/** Sentences of a page that carry these words between them, or nothing where one word is missing. */
export function sourcesFor(
  words: readonly string[],
  { page }: Pick<Service, 'page'>,
  brief: Brief,
): SourcedText['sources'] {
  const texts = [page, ...brief.supporting].flatMap(({ address, title, heading, description, blocks }) =>
    [title, heading, description, ...blocks.map(({ text }) => text)]
      .filter(Boolean)
      .map((text) => ({ address, words: text })),
  );
  const sources = words.map((word) => texts.find((text) => foldedWords(text.words).includes(word)));
  const found = sources.filter((source) => source !== undefined);
  return found.length === words.length ? [...new Set(found)] : [];
}
