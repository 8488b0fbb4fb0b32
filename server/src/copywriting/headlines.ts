import { fits } from '../campaigns/ad-limits.ts';
import { foldedWords } from '../detection/words.ts';
import { titleParts } from './brand-name.ts';
import { type Brief, sourcesFor } from './brief.ts';
import type { SourcedText } from './composed-campaign.ts';
import { actionsFor, itemsFor, promisesFor, proofsFor } from './facts-for.ts';
import type { Lexicon } from './languages/lexicon.ts';
import { LIMITS } from './limits.ts';
import { isSpecific, searchedForms } from './name-forms.ts';
import { grouped } from './numbers.ts';
import type { Service } from './offering.ts';
import { priceText } from './prices.ts';
import { asksForMore, PromisedSearches } from './promised-searches.ts';

/** What a headline does for the ad, in the order in which room is given. */
export type HeadlineKind = 'what' | 'gives' | 'proof' | 'price' | 'action' | 'brand' | 'items';

/** A balanced set: how many headlines of each kind an ad holds at most, and at most where nothing else is to say. */
const SHARES: Readonly<Record<HeadlineKind, { usual: number; most: number }>> = {
  what: { usual: 4, most: 5 },
  gives: { usual: 3, most: 5 },
  proof: { usual: 3, most: 4 },
  price: { usual: 2, most: 2 },
  action: { usual: 2, most: 2 },
  brand: { usual: 1, most: 1 },
  items: { usual: 2, most: 4 },
};
const MOST_SEARCHES = 3;
const MOST_AREAS = 4;
const ABOUT_ONE_THING: readonly HeadlineKind[] = ['gives', 'proof'];
const KINDS: readonly HeadlineKind[] = ['what', 'gives', 'proof', 'price', 'action', 'brand', 'items'];

/** Every headline that the site's words give for a service, by kind, the best of each kind first. */
export function headlineCandidates(service: Service, brief: Brief): Record<HeadlineKind, SourcedText[]> {
  return {
    what: fitting(service.isBrand ? officially(brief) : whatAndWhere(service, brief), brief),
    gives: fitting(promisesFor(service, brief), brief),
    proof: fitting([...ratingText(brief), ...proofsFor(service, brief), ...sinceText(brief)], brief),
    price: fitting(
      service.prices.map((price) => ({ text: priceText(price, brief.reading.lexicon), sources: price.sources })),
      brief,
    ),
    action: fitting(actionsFor(service, brief), brief),
    brand: fitting([brief.reading.brand], brief),
    items: fitting(itemsFor(service, brief), brief).filter(({ text }) => isSpecific(text)),
  };
}

/**
 * Takes a balanced set from the candidates: the usual share of each kind first, then what else there is. Two promises, or
 * two proofs, about the same thing are one too many.
 */
export function balanced(
  candidates: Record<HeadlineKind, SourcedText[]>,
  lexicon: Lexicon,
  take: (one: SourcedText) => boolean,
): void {
  const taken = new Map<HeadlineKind, SourcedText[]>(KINDS.map((kind) => [kind, []]));
  for (const stage of ['usual', 'most'] as const) {
    for (const kind of KINDS) {
      const chosen = taken.get(kind) ?? [];
      for (const candidate of candidates[kind]) {
        if (chosen.length >= SHARES[kind][stage]) break;
        const isSaid =
          ABOUT_ONE_THING.includes(kind) && chosen.some(({ text }) => areAbout(text, candidate.text, lexicon));
        if (!isSaid && take(candidate)) chosen.push(candidate);
      }
    }
  }
}

function areAbout(one: string, other: string, { functionWords, find }: Lexicon): boolean {
  const words = foldedWords(one).filter(
    (word) => !functionWords.has(word) && !find.free.test(word) && !/\d/.test(word),
  );
  return foldedWords(other).some((word) => words.includes(word));
}

/** The service with its places: each name with a town of its own, then what people type, then the names alone. */
function whatAndWhere(service: Service, brief: Brief): SourcedText[] {
  const { reading, towns } = brief;
  const { say, keywords } = reading.lexicon;
  const forms = searchedForms(service.forms);
  const placed = (say: (what: string, where: string) => string) =>
    forms.flatMap((form, index) => {
      const town = towns[index] ?? towns[0];
      return town ? [{ text: say(form, town.text), sources: [...service.sources, ...town.sources] }] : [];
    });
  const alone = [...forms, ...service.forms]
    .filter((form) => form.includes(' ') || reading.language === 'ja' || towns.length > 0)
    .map((text) => ({ text, sources: service.sources }));
  const { heading, address } = service.page;
  const own =
    !heading.includes(' ') && reading.language !== 'ja'
      ? []
      : [{ text: heading.replace(/\.$/, ''), sources: [{ address, words: heading }] }];
  return [
    ...placed(say.inPlace),
    ...placed(keywords.withPlace),
    ...alone,
    ...searchWords(service, brief),
    ...own,
    ...areas(towns.slice(1), brief),
    ...taglines(service, brief),
  ];
}

/** For people who look for the business itself: that they found it, where it is, and what it sells. */
function officially(brief: Brief): SourcedText[] {
  const { reading, towns, offering } = brief;
  const { say } = reading.lexicon;
  const { text: brand, sources } = reading.brand;
  const [town] = towns;
  const services = offering.services.flatMap((service) =>
    searchedForms(service.forms)
      .slice(0, 1)
      .map((text) => ({ text, sources: service.sources })),
  );
  return [
    ...officialHeadlines(brief),
    ...(town ? [{ text: say.inPlace(brand, town.text), sources: [...sources, ...town.sources] }] : []),
    ...services,
  ];
}

/** That this is the business's own site: true of every landing page, and the last thing to say where little else is. */
export function officialHeadlines({ reading }: Brief): SourcedText[] {
  const { text, sources } = reading.brand;
  return reading.lexicon.say.official(text).map((official) => ({ text: official, sources }));
}

/** What the home page calls the business; the part before a comma where that names a town. Other services are no name. */
function taglines(service: Service, { reading, towns, offering }: Brief): SourcedText[] {
  const { address, heading, title } = reading.home;
  const others = offering.services.filter(({ name }) => name !== service.name).flatMap(({ forms }) => forms);
  const names = (text: string, name: string) => text.toLowerCase().includes(name.toLowerCase());
  return [heading, ...titleParts(title)]
    .filter((words) => words !== '' && words !== reading.brand.text && !/[?？]/.test(words))
    .map((words) => {
      const [part = ''] = words.split(/[,、]/);
      return { text: towns.some((town) => names(part, town.text)) ? part : words, sources: [{ address, words }] };
    })
    .filter(
      ({ text }) => (text.includes(' ') || reading.language === 'ja') && !others.some((name) => names(text, name)),
    );
}

/** Other towns that are served, as many as fit, the nearest to the business first. */
function areas(towns: readonly SourcedText[], { reading }: Brief): SourcedText[] {
  const [first, ...others] = towns;
  if (!first) return [];
  return [...others.slice(0, MOST_AREAS).map((other) => [first, other]), [first]].map((pair) => ({
    text: reading.lexicon.say.alsoIn(pair.map(({ text }) => text)),
    sources: pair.flatMap(({ sources }) => sources),
  }));
}

/** What people type, where the site carries each of its words. */
function searchWords(service: Service, brief: Brief): SourcedText[] {
  const { casing, lexicon } = brief.reading;
  const { near, cost, online } = lexicon.keywords;
  const intents = [...near, ...cost, ...online];
  const promised = new PromisedSearches(service, brief);
  // A promise stands on the one text that makes it; other words may come from several.
  const sourcesOf = (search: string) => {
    const words = foldedWords(search).filter((word) => !lexicon.functionWords.has(word));
    return asksForMore(search, lexicon) ? [promised.sourceOf(search) ?? []].flat() : sourcesFor(words, service, brief);
  };
  return service.searched
    .filter((text) => !intents.some((intent) => ` ${text} `.includes(` ${intent} `)))
    .slice(0, MOST_SEARCHES)
    .map((idea) => ({ text: casing.asWritten(idea), sources: sourcesOf(idea) }))
    .filter(({ sources }) => sources.length > 0);
}

function ratingText({ reading, rating }: Brief): SourcedText[] {
  if (!rating) return [];
  const { say } = reading.lexicon;
  const { value, count, scale, sources } = rating;
  const isCounted = count !== '' && scale === '5';
  return [
    {
      text: isCounted
        ? say.ratingWithCount(value, grouped(count, reading.language), rating.isOfReviews)
        : say.rating(value, scale),
      sources,
    },
  ];
}

function sinceText({ reading, since }: Brief): SourcedText[] {
  return since ? [{ text: reading.lexicon.say.since(since.text), sources: since.sources }] : [];
}

function fitting(texts: readonly SourcedText[], { reading }: Brief): SourcedText[] {
  return texts
    .map(({ text, sources }) => ({ text: reading.casing.forAd(text, reading.lexicon), sources }))
    .filter(({ text }) => fits(text, LIMITS.headline) && !/[!！]/.test(text));
}
