import { foldedWords } from '../detection/words.ts';
import type { KeywordIdea } from '../ports/ad-platform.ts';
import type { Brief } from './brief.ts';
import { type Candidate, contentWords, isIn, keywordText } from './keyword-text.ts';
import type { Service } from './offering.ts';

/** If one click in ten bought, and all of the price were gain, a dearer click would still lose. */
const HIGHEST_BID_OF_PRICE = 0.1;

/** Ideas of the platform that are about this page, at a price that a sale could pay for. */
export function fromIdeas(service: Service, brief: Brief): Candidate[] {
  const highest = Math.max(0, ...service.prices.map(({ value }) => value));
  const words = wordsOfService(service, brief);
  return brief.ideas
    .filter((idea) => highest === 0 || Number(idea.lowBid ?? 0) <= highest * HIGHEST_BID_OF_PRICE)
    .map((idea) => ({
      text: keywordText(idea.text),
      closeness: closenessOf(idea, words, brief),
      searches: idea.monthlySearches,
    }))
    .filter(({ closeness }) => closeness > 0);
}

interface ServiceWords {
  name: ReadonlySet<string>;
  known: ReadonlySet<string>;
}

function wordsOfService(service: Service, brief: Brief): ServiceWords {
  const name = new Set(service.forms.flatMap((form) => contentWords(form, brief)));
  return { name, known: pageWords(service, brief) };
}

/** How much of an idea the page speaks of: nothing where its name does not, or where a word is strange to it. */
function closenessOf({ text }: KeywordIdea, { name, known }: ServiceWords, brief: Brief): number {
  const words = contentWords(text, brief);
  const inName = words.filter((word) => isIn(word, name)).length;
  if (words.length === 0 || inName === 0 || !words.every((word) => isIn(word, known))) return 0;
  return 4 + (5 * inName) / Math.max(words.length, 1);
}

/** Words of the page, of the profile and of the places, with what people add to any search. */
function pageWords({ page }: Service, { reading, profile, towns }: Brief): ReadonlySet<string> {
  const { near, cost, online, company } = reading.lexicon.keywords;
  const texts = [
    page.title,
    page.heading,
    page.description,
    ...page.blocks.map(({ text }) => text),
    profile.description,
    ...towns.map(({ text }) => text),
    ...near,
    ...cost,
    ...online,
    ...company,
  ];
  return new Set(texts.flatMap(foldedWords));
}
