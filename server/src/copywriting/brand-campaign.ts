import type { KeywordText } from '../ports/ad-platform.ts';
import type { Brief } from './brief.ts';
import { keywordText } from './keywords.ts';
import { COUNTS } from './limits.ts';
import { searchedForms } from './name-forms.ts';
import { brandSpellings } from './negatives.ts';
import { type Service, serviceOf } from './offering.ts';

/** The home page under the business's own name. */
export function brandService({ reading, places, supporting }: Brief): Service {
  const { text, sources } = reading.brand;
  const home = serviceOf(reading.home, reading, places);
  const page = supporting.find(({ kind }) => kind === 'home') ?? home.page;
  return { ...home, page, name: text, forms: [text], sources, isBrand: true };
}

/** The brand in its spellings, exact and as a phrase; then with what it sells and where. */
export function brandKeywords({ reading, towns, offering }: Brief, taken: readonly string[]): KeywordText[] {
  const spellings = brandSpellings(reading.brand.text);
  const [brand = ''] = spellings;
  const services = offering.services.flatMap(({ forms, isBrand }) => (isBrand ? [] : searchedForms(forms)));
  const withMore = [...towns.map(({ text }) => text), ...services, ...reading.lexicon.keywords.cost.slice(0, 1)];
  const texts = withMore.map((more) => keywordText(reading.lexicon.keywords.withPlace(brand, more)));
  const all: KeywordText[] = [
    ...spellings.map((text) => ({ text, matchType: 'exact' as const })),
    ...[...spellings, ...texts].map((text) => ({ text, matchType: 'phrase' as const })),
  ];
  const distinct = new Map(all.map((keyword) => [`${keyword.matchType} ${keyword.text}`, keyword]));
  return [...distinct.values()].filter(({ text }) => !taken.includes(text)).slice(0, COUNTS.keywords.most);
}
