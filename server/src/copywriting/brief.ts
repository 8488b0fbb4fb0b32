import { foldedText, foldedWords } from '../detection/words.ts';
import type { KeywordIdea } from '../ports/ad-platform.ts';
import type { BusinessFacts } from './business-facts.ts';
import { type Rating, ratingOf } from './claims.ts';
import { sentencesOf } from './clean-text.ts';
import type { SourcedText } from './composed-campaign.ts';
import { FactBook } from './fact-book.ts';
import { type Offering, offeringOf, type Service } from './offering.ts';
import { type Places, placesOf, townsWanted } from './places.ts';
import type { Reading, ReadPage } from './reading.ts';
import { sinceOf } from './since.ts';

/** All that a writer has on the desk when the writing begins. */
export interface Brief {
  reading: Reading;
  profile: BusinessFacts;
  places: Places;
  /** Towns to name, those that the business wants first. */
  towns: SourcedText[];
  offering: Offering;
  rating: Rating | undefined;
  since: SourcedText | undefined;
  /** Pages whose promises hold for every service. */
  supporting: ReadPage[];
  ideas: readonly KeywordIdea[];
  facts: FactBook;
}

const FOR_EVERY_SERVICE = ['home', 'about', 'contact', 'booking', 'prices'];

/** Gathers what the whole campaign can use. */
export function briefOf(reading: Reading, profile: BusinessFacts, ideas: readonly KeywordIdea[]): Brief {
  const places = placesOf(reading);
  const offering = offeringOf(reading, places);
  return {
    reading,
    profile,
    places,
    towns: townsWanted(reading, places, profile.target_locations),
    offering,
    rating: ratingOf(reading),
    since: sinceOf(reading),
    supporting: reading.pages
      .filter(({ kind }) => FOR_EVERY_SERVICE.includes(kind))
      .map((page) => withoutServices(page, offering)),
    ideas,
    facts: new FactBook(reading.lexicon),
  };
}

/** A page without what it says of one service: that is no promise for the others. */
function withoutServices(page: ReadPage, { services }: Offering): ReadPage {
  const others = services.filter((service) => service.page.address !== page.address);
  const names = new Set(others.flatMap(({ name, forms }) => [name, ...forms]).map(foldedText));
  const said = new Set(others.flatMap((service) => service.page.sentences).map(({ text }) => foldedText(text)));
  let isOfService = false;
  const blocks = page.blocks.filter(({ kind, text }) => {
    if (kind === 'heading') isOfService = names.has(foldedText(text));
    return !isOfService;
  });
  const kept = new Set(blocks.flatMap(({ text }) => sentencesOf(text)).map(foldedText));
  const isGeneral = (text: string) =>
    !said.has(foldedText(text)) && (kept.has(foldedText(text)) || page.description.includes(text));
  return { ...page, blocks, sentences: page.sentences.filter(({ text }) => isGeneral(text)) };
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
