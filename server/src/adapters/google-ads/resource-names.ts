/** The collections of an account that we name. */
export type Collection =
  | 'campaigns'
  | 'campaignBudgets'
  | 'campaignCriteria'
  | 'adGroups'
  | 'adGroupAds'
  | 'adGroupCriteria'
  | 'assets'
  | 'campaignAssets';

const CUSTOMER_ID = /^\d{1,12}$/;
/** Ids are numbers, joined with `~` where a resource has a parent; temporary ones are negative. */
const RESOURCE_ID = /^-?\d{1,19}(~-?\d{1,19})*$/;

/** An account id fit to stand in an address. */
export function customerIdOf(text: string): string {
  const digits = text.replaceAll('-', '');
  if (!CUSTOMER_ID.test(digits)) throw new TypeError('a Google Ads account id has up to 12 digits');
  return digits;
}

/** `customers/1/campaigns/2`. */
export function resourceName(customerId: string, collection: Collection, id: string): string {
  return `customers/${customerId}/${collection}/${checkedId(id)}`;
}

/** The id at the end of a resource name. */
export function idOf(resource: string): string {
  return resource.slice(resource.lastIndexOf('/') + 1);
}

/** The collection and id of a resource name without its account: `campaignCriteria/2~7`. */
export function localName(resource: string): string {
  return resource.split('/').slice(2).join('/');
}

/** An id that may stand in a query or a name. */
export function checkedId(id: string): string {
  if (!RESOURCE_ID.test(id)) throw new TypeError('not an id of the ad platform');
  return id;
}
