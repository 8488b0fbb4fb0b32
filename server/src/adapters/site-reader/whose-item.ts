import { isWrittenByVisitors } from './visitors-words.ts';

/** Whose an item is: what the page describes as its own, what it only names, or what its visitors wrote. */
export type Whose = 'own' | 'named' | 'visitors';

/** Where an item stands: inside another one, under a property of it; outermost where there is none. */
export interface Standing {
  whose: Whose;
  types: readonly string[];
  property: string;
}

export const OUTERMOST: Standing = { whose: 'own', types: [], property: '' };

/** Parts of a business, of what it sells, and of a page; whatever else an item refers to may be somebody else's. */
const PARTS =
  /^(address|location|geo|areaServed|serviceArea|addressCountry|contactPoint|department|subOrganization|openingHoursSpecification|aggregateRating|offers|itemOffered|makesOffer|hasOfferCatalog|itemListElement|item|hasPart|hasVariant|isPartOf|blogPosts?|mainEntity|mainEntityOfPage|provider)$/;
/** Of these alone a publisher or a subject is the site's own: a review is published by whoever carries reviews. */
const OF_A_PAGE: Readonly<Record<string, RegExp>> = {
  publisher: /(WebSite|Page|Blog|BlogPosting|Article)$/,
  about: /(WebSite|Page)$/,
};

/** Whose an item of some types is that stands there. */
export function whoseIs({ whose, types: outer, property }: Standing, types: readonly string[]): Whose {
  if (whose === 'visitors' || isWrittenByVisitors(types, property)) return 'visitors';
  if (whose === 'named') return 'named';
  const isOfPage = outer.some((type) => OF_A_PAGE[property]?.test(type));
  return property === '' || PARTS.test(property) || isOfPage ? 'own' : 'named';
}
