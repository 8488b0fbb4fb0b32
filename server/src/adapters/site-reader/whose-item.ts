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
  /^(address|geo|areaServed|serviceArea|addressCountry|contactPoint|department|subOrganization|openingHoursSpecification|aggregateRating|offers|itemOffered|makesOffer|hasOfferCatalog|hasPart|hasVariant|isPartOf|blogPosts?|mainEntity|mainEntityOfPage)$/;
/**
 * Of these alone such a part is the site's own: a review is published by whoever carries reviews, an event takes place at
 * somebody's, a course is another's.
 */
const PARTS_OF_SOME = new Map([
  ['publisher', /(WebSite|Page|Blog|BlogPosting|Article)$/],
  ['about', /(WebSite|Page)$/],
  ['provider', /(Service|Offer|Taxi|WebAPI|FinancialProduct)$/],
  ['location', /^(?!.*(Event|EventSeries|Festival|Hackathon|Instance|Action|Course|Program|Posting)$)/],
]);
const LISTED = /^(itemListElement|item)$/;
/** What a list may hold of the site's own; businesses in a list are others. */
const LISTABLE =
  /^(ListItem|.*List|Offer|.*Offer|OfferCatalog|.*Products?|Product(Group|Model|Collection)|Vehicle|Car|Service|Menu(Item|Section)|SoftwareApplication|(Web|Mobile)(Application|App)|Book|Course|.*Event|.*Page|.*Article|.*Posting|HowTo.*|Thing)$/;

/** Whose an item of some types is that stands there. */
export function whoseIs({ whose, types: outer, property }: Standing, types: readonly string[]): Whose {
  if (whose === 'visitors' || isWrittenByVisitors(types, property)) return 'visitors';
  if (whose === 'named') return 'named';
  if (LISTED.test(property)) return types.every((type) => LISTABLE.test(type)) ? 'own' : 'named';
  const isPartOfIt = outer.some((type) => PARTS_OF_SOME.get(property)?.test(type));
  return property === '' || PARTS.test(property) || isPartOfIt ? 'own' : 'named';
}
