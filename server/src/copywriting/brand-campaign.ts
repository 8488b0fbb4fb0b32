import type { KeywordText } from '../ports/ad-platform.ts';
import type { Brief } from './brief.ts';
import { keywordText } from './keyword-text.ts';
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

/** The brand in its spellings, exact and as a phrase, with what it sells and where; for one page, with that alone. */
export function brandKeywords(
  service: Service,
  { reading, towns, offering }: Brief,
  taken: readonly string[],
): KeywordText[] {
  const { withPlace, cost } = reading.lexicon.keywords;
  const spellings = brandSpellings(reading.brand.text);
  const [brand = ''] = spellings;
  const sold = service.isBrand ? offering.services.filter(({ isBrand }) => !isBrand) : [service];
  const names = sold.flatMap(({ forms }) => searchedForms(forms));
  const more = service.isBrand ? [...towns.map(({ text }) => text), ...names, ...cost.slice(0, 1)] : names;
  const texts = more.map((name) => keywordText(withPlace(brand, name)));
  const exact = service.isBrand ? spellings : texts;
  const all: KeywordText[] = [
    ...exact.map((text) => ({ text, matchType: 'exact' as const })),
    ...[...(service.isBrand ? spellings : []), ...texts].map((text) => ({ text, matchType: 'phrase' as const })),
  ];
  const distinct = new Map(all.map((keyword) => [`${keyword.matchType} ${keyword.text}`, keyword]));
  return [...distinct.values()].filter(({ text }) => !taken.includes(text)).slice(0, COUNTS.keywords.most);
}
