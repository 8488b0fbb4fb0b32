import { foldedWords } from '../detection/words.ts';
import type { SitePage, StructuredItem } from '../ports/site-reader.ts';
import { itemsOf, textOfItem } from './structured.ts';

const BUSINESS_TYPE =
  /(Organization|Business|Corporation|Plumber|Clinic|Dentist|Attorney|LegalService|Store|Restaurant|Bakery|Hotel|Physician|Contractor|Electrician|Locksmith|.Service|WebSite|FoodEstablishment|Shop|Salon|Spa|Repair|Agency|Agent|Company|Painter|Parlor|Pub|Club|Care|School|Pharmacy|Optician|Hospital|Winery|Brewery|Motel|Resort|Hostel|Notary|Center|Dealer|Rental|Wash|Gym|Laundry)$/;

/**
 * The items of a page that describe the business whose site it is. A page may describe others, too: an item with an
 * address of another site, or with another name than the site calls itself by, is none of its own.
 */
export function ownBusinesses(page: SitePage): StructuredItem[] {
  return page.structured.filter((item) => isOwn(item, page));
}

/** What is rated where the business is: its own items, and whatever is named like it, such as its one product. */
export function ratingsOfBusiness(page: SitePage, brand: string): StructuredItem[] {
  const isRated = (item: StructuredItem) => isOwn(item, page) || isSameName(textOfItem(item, 'name'), brand);
  return page.structured.flatMap((item) => {
    const rating = item.type === 'AggregateRating' && itemsOf(item, 'itemReviewed').some(isRated) ? [item] : [];
    return [...rating, ...(isRated(item) ? itemsOf(item, 'aggregateRating') : [])];
  });
}

function isOwn(item: StructuredItem, page: SitePage): boolean {
  return BUSINESS_TYPE.test(item.type) && isOfSite(item, page) && isCalledSo(textOfItem(item, 'name'), page);
}

/** Where an item says where it is told of, that is here. */
function isOfSite(item: StructuredItem, { address, siteName }: SitePage): boolean {
  const told = textOfItem(item, 'url') || textOfItem(item, '@id');
  if (told === '' || !URL.canParse(told, address) || !URL.canParse(address)) return true;
  const [there, here] = [new URL(told, address), new URL(address)].map(({ hostname }) =>
    hostname.replace(/^www\./, ''),
  );
  return isBelow(there, here) || isBelow(here, there) || isSameName(textOfItem(item, 'name'), siteName ?? '');
}

function isBelow(host = '', other = ''): boolean {
  return host === other || host.endsWith(`.${other}`);
}

/** “Honest Pipes LLC” is “Honest Pipes”, and so is “honestpipes.example”. */
function isCalledSo(name: string, { siteName }: SitePage): boolean {
  const [own, site] = [joined(name), joined(siteName ?? '')];
  return own === '' || site === '' || own.includes(site) || site.includes(own);
}

function isSameName(name: string, other: string): boolean {
  return name !== '' && joined(name) === joined(other);
}

function joined(name: string): string {
  return foldedWords(name).join('');
}
