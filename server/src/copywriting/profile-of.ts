import type { Site } from '../ports/site-reader.ts';
import { briefOf } from './brief.ts';
import type { BusinessFacts } from './business-facts.ts';
import { Checker } from './check/checker.ts';
import { proofsOf } from './claims.ts';
import { audiencesOf, competitorsOf } from './market.ts';
import { grouped } from './numbers.ts';
import { locationsTold } from './places.ts';
import { type ReadPage, readingOf } from './reading.ts';

const MOST_PRODUCTS = 20;
const MOST_SIGNALS = 8;
const LONGEST_DESCRIPTION = 300;
const EMPTY: BusinessFacts = {
  brand_name: '',
  description: '',
  products: [],
  ideal_customer_profiles: [],
  competitors: [],
  trust_signals: [],
  target_locations: [],
};

/** What a website says of its business, in its own words. */
export function profileOf(site: Site, now: number): BusinessFacts {
  const reading = readingOf(site, now);
  const brief = briefOf(reading, EMPTY, []);
  const { services } = brief.offering;
  return {
    brand_name: reading.brand.text,
    description: summaryOf(reading.home),
    products: services.slice(0, MOST_PRODUCTS).map(({ name, page }) => ({
      name: reading.casing.forSentence(name),
      description: summaryOf(page),
      url: page.address,
    })),
    ideal_customer_profiles: audiencesOf(reading),
    competitors: competitorsOf(reading),
    trust_signals: signals(),
    target_locations: locationsTold(brief.places),
  };

  function signals(): string[] {
    const { rating, since } = brief;
    const { lexicon, casing, language, brand } = reading;
    const checker = new Checker(site, language, { brand: brand.text, competitors: [] });
    const facts = [
      ...(rating?.count
        ? [lexicon.say.ratingWithCount(rating.value, grouped(rating.count, language), rating.isOfReviews)]
        : []),
      ...[reading.home, ...brief.supporting].flatMap((page) => proofsOf(page, lexicon)).map(({ text }) => text),
      ...(since ? [lexicon.say.since(since.text)] : []),
    ].map((text) => casing.forSentence(text));
    const chosen: string[] = [];
    for (const fact of facts.filter(Boolean)) if (checker.isNew(fact, chosen, 'callout')) chosen.push(fact);
    return chosen.slice(0, MOST_SIGNALS);
  }
}

/** The page's own summary, else its first sentences, whole ones only. */
function summaryOf({ description, sentences }: ReadPage): string {
  if (description !== '' && description.length <= LONGEST_DESCRIPTION) return description;
  let summary = '';
  for (const { text } of sentences.slice(0, 3)) {
    const longer = summary === '' ? text : `${summary} ${text}`;
    if (longer.length <= LONGEST_DESCRIPTION) summary = longer;
  }
  return summary;
}
