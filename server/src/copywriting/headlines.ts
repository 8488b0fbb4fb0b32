import { foldedWords } from '../detection/words.ts';
import { type Brief, sourcesFor } from './brief.ts';
import type { SourcedText } from './composed-campaign.ts';
import { fits, LIMITS } from './limits.ts';
import { grouped } from './numbers.ts';
import { priceText } from './prices.ts';
import { actionsFor, itemsFor, promisesFor, proofsFor } from './service-facts.ts';
import { searchedForms } from './service-forms.ts';
import type { Service } from './services.ts';

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
const KINDS: readonly HeadlineKind[] = ['what', 'gives', 'proof', 'price', 'action', 'brand', 'items'];

/** Every headline that the site's words give for a service, by kind, the best of each kind first. */
export function headlineCandidates(service: Service, brief: Brief): Record<HeadlineKind, SourcedText[]> {
  return {
    what: fitting([...whatAndWhere(service, brief)], brief),
    gives: fitting(promisesFor(service, brief), brief),
    proof: fitting([...ratingText(brief), ...proofsFor(service, brief), ...sinceText(brief)], brief),
    price: fitting(
      service.prices.map((price) => ({ text: priceText(price, brief.reading.lexicon), sources: price.sources })),
      brief,
    ),
    action: fitting(actionsFor(service, brief), brief),
    brand: fitting([brief.reading.brand], brief),
    items: fitting(itemsFor(service, brief), brief),
  };
}

/** Takes a balanced set from the candidates: the usual share of each kind first, then what else there is. */
export function balanced(
  candidates: Record<HeadlineKind, SourcedText[]>,
  take: (one: SourcedText, kind: HeadlineKind) => boolean,
): void {
  const taken = new Map<HeadlineKind, number>();
  for (const stage of ['usual', 'most'] as const) {
    for (const kind of KINDS) {
      for (const candidate of candidates[kind]) {
        const count = taken.get(kind) ?? 0;
        if (count >= SHARES[kind][stage]) break;
        if (take(candidate, kind)) taken.set(kind, count + 1);
      }
    }
  }
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
  const alone = [...forms, ...service.forms].map((text) => ({ text, sources: service.sources }));
  const { heading, address } = service.page;
  const own = heading === '' ? [] : [{ text: heading.replace(/\.$/, ''), sources: [{ address, words: heading }] }];
  return [
    ...placed(say.inPlace),
    ...placed(keywords.withPlace),
    ...alone,
    ...searchWords(service, brief),
    ...own,
    ...areas(towns.slice(1), brief),
  ];
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
  return service.searched
    .slice(0, MOST_SEARCHES)
    .map((idea) => ({
      text: casing.asWritten(idea),
      sources: sourcesFor(
        foldedWords(idea).filter((word) => !lexicon.functionWords.has(word)),
        service,
        brief,
      ),
    }))
    .filter(({ sources }) => sources.length > 0);
}

function ratingText({ reading, rating }: Brief): SourcedText[] {
  if (!rating) return [];
  const { say } = reading.lexicon;
  const { value, count, scale, sources } = rating;
  const isCounted = count !== '' && scale === '5';
  return [
    {
      text: isCounted ? say.ratingWithCount(value, grouped(count, reading.language)) : say.rating(value, scale),
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
