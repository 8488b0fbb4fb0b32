import type { Services } from '../base/context.ts';
import { invalid } from '../base/errors.ts';
import { isSameSite } from '../base/web-address.ts';
import type { CampaignRow } from '../campaigns/campaign.store.ts';
import { publicAddress } from '../websites/web-address-field.ts';

/** A page that a campaign may lead to: public, and on the domain of its website or a subdomain. */
export function pageOf(
  services: Pick<Services, 'config'>,
  { website_url }: Pick<CampaignRow, 'website_url'>,
  field: string,
  address: string,
): string {
  const page = publicAddress(services, field, address);
  if (isSameSite(page, new URL(website_url))) return page.href;
  throw invalid([{ path: field, message: 'must be on the domain of the campaign’s website or a subdomain of it' }]);
}
