import { readAddress } from '../base/web-address.ts';
import type { SitePage, StructuredItem } from '../ports/site-reader.ts';
import { isSamePage, segmentsOf } from './page-kinds.ts';
import { areAlike, isSameName } from './same-name.ts';
import { itemsOf, namesOf, textOfItem } from './structured.ts';

const BUSINESS_TYPE =
  /(Organization|Business|Corporation|Plumber|Clinic|Dentist|Attorney|LegalService|Store|Restaurant|Bakery|Hotel|Physician|Contractor|Electrician|Locksmith|.Service|WebSite|FoodEstablishment|Shop|Salon|Spa|Repair|Agency|Agent|Company|Painter|Parlor|Pub|Club|Care|School|Pharmacy|Optician|Hospital|Winery|Brewery|Motel|Resort|Hostel|Notary|Center|Dealer|Rental|Wash|Gym|Laundry)$/;

/** A site as far as it tells whose items are: its home page, and the name of its business. */
export interface Owner {
  homeAddress: string;
  brand: string;
}

/** Whether an item describes some business, the site's or another. */
export function isBusiness({ type }: StructuredItem): boolean {
  return BUSINESS_TYPE.test(type);
}

/** The items of a page that describe the business whose site it is: a page may describe others, too. */
export function ownBusinesses(page: SitePage, owner: Owner): StructuredItem[] {
  return page.structured.filter((item) => isOwn(item, page, owner));
}

/** What a page describes, without other businesses and what belongs to them. */
export function withoutOthers(page: SitePage, owner: Owner): StructuredItem[] {
  // A business of the home page's address may go by the name of its company.
  const isOthers = (item: StructuredItem) =>
    isBusiness(item) && !isOwn(item, page, owner) && placeOf(item, page, owner.homeAddress) !== 'home';
  // What is of several types is listed under each of them, with the same properties.
  const others = new Map(page.structured.filter(isOthers).map((item) => [item.properties, item]));
  for (const item of others.values()) {
    for (const part of partsOf(item)) {
      if (!isBusiness(part) || isOthers(part)) others.set(part.properties, part);
    }
  }
  return page.structured.filter(({ properties }) => !others.has(properties));
}

/** What is rated where the business is: its own items, and whatever is named like it, such as its one product. */
export function ratingsOfBusiness(page: SitePage, owner: Owner): StructuredItem[] {
  const isRated = (item: StructuredItem) =>
    isOwn(item, page, owner) || isSameName(textOfItem(item, 'name'), owner.brand);
  return page.structured.flatMap((item) => {
    const rating = item.type === 'AggregateRating' && itemsOf(item, 'itemReviewed').some(isRated) ? [item] : [];
    return [...rating, ...(isRated(item) ? itemsOf(item, 'aggregateRating') : [])];
  });
}

/** Where the business is, of a page without others: people, houses and sights that it describes are elsewhere. */
export function addressesOfBusiness({ structured }: SitePage, owner: Owner): StructuredItem[] {
  const places = structured
    .filter((item) => isOfBusiness(item, owner))
    .flatMap((item) => [item, ...itemsOf(item, 'location')]);
  const own = new Set(
    places.flatMap((item) => [item, ...itemsOf(item, 'address')]).map(({ properties }) => properties),
  );
  return structured.filter(({ type, properties }) => type === 'PostalAddress' && own.has(properties));
}

/** Addresses of a page that are of nothing else on it. */
export function addressesAlone({ structured }: SitePage): StructuredItem[] {
  const parts = new Set(structured.flatMap(partsOf).map(({ properties }) => properties));
  return structured.filter(({ type, properties }) => type === 'PostalAddress' && !parts.has(properties));
}

/** Whom the business serves, of a page without others; whom a telephone line is for says nothing of that. */
export function areasOfBusiness({ structured }: SitePage, owner: Owner): string[] {
  const own = new Set(structured.map(({ properties }) => properties));
  const isOwnService = (item: StructuredItem) =>
    item.type === 'Service' && itemsOf(item, 'provider').every(({ properties }) => own.has(properties));
  return structured
    .filter((item) => isOfBusiness(item, owner) || isOwnService(item))
    .flatMap((item) => [...namesOf(item, 'areaServed'), ...namesOf(item, 'serviceArea')]);
}

/** Of a page without others: a business, or what is named like it, whatever it calls itself. */
function isOfBusiness(item: StructuredItem, { brand }: Owner): boolean {
  return isBusiness(item) || isSameName(textOfItem(item, 'name'), brand);
}

function partsOf(item: StructuredItem): StructuredItem[] {
  return Object.keys(item.properties).flatMap((name) => itemsOf(item, name));
}

function isOwn(item: StructuredItem, page: SitePage, { homeAddress, brand }: Owner): boolean {
  if (!isBusiness(item)) return false;
  const [name, place] = [textOfItem(item, 'name'), placeOf(item, page, homeAddress)];
  if (name === '') return place === 'home' || (place === 'untold' && isSamePage(page.address, homeAddress));
  return place === 'elsewhere' ? isSameName(name, brand) : areAlike(name, brand);
}

/** Where an item says it is at home: at the home page of this site, somewhere near, at another site, or it does not say. */
export function placeOf(
  item: StructuredItem,
  { address }: SitePage,
  homeAddress: string,
): 'home' | 'near' | 'elsewhere' | 'untold' {
  const url = textOfItem(item, 'url');
  const told = readAddress(url || textOfItem(item, '@id'), address);
  if (!told || !/^https?:$/.test(told.protocol) || !URL.canParse(homeAddress)) return 'untold';
  const [there, here] = [told, new URL(homeAddress)].map(({ hostname }) => hostname.replace(/^www\./, ''));
  // Whoever has the domain need not have what is below it, nor the other way round.
  if (there !== here) return isBelow(there, here) || isBelow(here, there) ? 'near' : 'elsewhere';
  // An @id names things of any kind and of anybody; it is no page.
  if (url === '') return 'untold';
  return segmentsOf(told.href, homeAddress).length === 0 && told.search === '' ? 'home' : 'near';
}

function isBelow(host = '', other = ''): boolean {
  return host.endsWith(`.${other}`);
}
