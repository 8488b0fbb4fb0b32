import { foldedWords, wordsOf } from '../detection/words.ts';
import { actionsOf } from './actions.ts';
import { type Brief, sourcesFor } from './brief.ts';
import { itemsNamed, promisesOf, proofsOf } from './claims.ts';
import type { SourcedText } from './composed-campaign.ts';
import { searchedFor } from './keywords.ts';
import { fits, LIMITS } from './limits.ts';
import { grouped } from './numbers.ts';
import type { Price } from './prices.ts';
import type { ReadPage } from './reading.ts';
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
const MOST_WORDS_OF_A_PRICED_THING = 5;
const MOST_SEARCHES = 3;
const KINDS: readonly HeadlineKind[] = ['what', 'gives', 'proof', 'price', 'action', 'brand', 'items'];

/** Every headline that the site's words give for a service, by kind, the best of each kind first. */
export function headlineCandidates(service: Service, brief: Brief): Record<HeadlineKind, SourcedText[]> {
  const { lexicon } = brief.reading;
  const pages = [service.page, ...brief.supporting];
  return {
    what: fitting([...whatAndWhere(service, brief)], brief),
    gives: fitting(
      pages.flatMap((page) => promisesOf(page, lexicon)),
      brief,
    ),
    proof: fitting([...provenFacts(brief), ...pages.flatMap((page) => proofsOf(page, lexicon))], brief),
    price: fitting(
      service.prices.flatMap((price) => priced(price, brief)),
      brief,
    ),
    action: fitting(
      pages.flatMap((page: ReadPage) => actionsOf(page, lexicon)),
      brief,
    ),
    brand: fitting([brief.reading.brand], brief),
    items: fitting(itemsNamed(service.page, lexicon), brief),
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

/** The service with its places, each name of the service once. */
function whatAndWhere(service: Service, brief: Brief): SourcedText[] {
  const { reading, towns } = brief;
  const { say } = reading.lexicon;
  const [first, ...others] = towns;
  const texts: SourcedText[] = [];
  service.forms.forEach((form, index) => {
    const town = index === 0 ? first : (others[index - 1] ?? first);
    const sources = [...service.sources];
    if (town) texts.push({ text: say.inPlace(form, town.text), sources: [...sources, ...town.sources] });
    if (town)
      texts.push({ text: reading.lexicon.keywords.withPlace(form, town.text), sources: [...sources, ...town.sources] });
    texts.push({ text: form, sources });
  });
  texts.splice(1, 0, ...searchWords(service, brief));
  if (service.page.heading !== '') {
    texts.push({
      text: service.page.heading.replace(/\.$/, ''),
      sources: [{ address: service.page.address, words: service.page.heading }],
    });
  }
  const near = others.slice(0, 2);
  if (near.length > 0 && say.serving(near.map(({ text }) => text)) !== '') {
    texts.push({ text: say.serving(near.map(({ text }) => text)), sources: near.flatMap(({ sources }) => sources) });
  }
  return texts;
}

/** What people type, where the site carries each of its words. */
function searchWords(service: Service, brief: Brief): SourcedText[] {
  const { casing, lexicon } = brief.reading;
  return searchedFor(service, brief)
    .slice(0, MOST_SEARCHES)
    .map((idea) => ({
      text: idea
        .split(' ')
        .map((word) => casing.wordAsWritten(word))
        .join(' '),
      sources: sourcesFor(
        foldedWords(idea).filter((word) => !lexicon.functionWords.has(word)),
        service,
        brief,
      ),
    }))
    .filter(({ sources }) => sources.length > 0);
}

/** Rating, year and the like, in our own words. */
function provenFacts({ reading, rating, since }: Brief): SourcedText[] {
  const { say } = reading.lexicon;
  const facts: SourcedText[] = [];
  if (rating) {
    const text =
      rating.count && rating.scale === '5'
        ? say.ratingWithCount(rating.value, grouped(rating.count, reading.language))
        : say.rating(rating.value, rating.scale);
    facts.push({ text, sources: rating.sources });
  }
  if (since && say.since(since.text) !== '') facts.push({ text: say.since(since.text), sources: since.sources });
  return facts;
}

/** A price with what it is for, its “from”, and what it is paid for. */
function priced(price: Price, { reading }: Brief): SourcedText[] {
  const { say } = reading.lexicon;
  const amount = price.isFrom ? say.from(price.amount) : price.amount;
  if (amount === '') return [];
  const unit = price.per === '' ? '' : `${price.per.startsWith('/') ? '' : ' '}${price.per}`;
  return wordsOf(price.what).length <= MOST_WORDS_OF_A_PRICED_THING
    ? [{ text: `${price.what} ${amount}${unit}`, sources: price.sources }]
    : [];
}

function fitting(texts: readonly SourcedText[], { reading }: Brief): SourcedText[] {
  return texts
    .map(({ text, sources }) => ({ text: reading.casing.forAd(text, reading.lexicon), sources }))
    .filter(({ text }) => fits(text, LIMITS.headline) && !/[!！]/.test(text));
}
