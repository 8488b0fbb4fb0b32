import type { Brief } from './brief.ts';
import type { ComposedCampaign } from './composed-campaign.ts';
import { COUNTS } from './limits.ts';
import type { Offering } from './offering.ts';

const FULL_SET = 8;
const FEW_KEYWORDS = 10;

/** What a person should know before this draft goes live, in plain words. */
export function notesOf(
  campaign: Omit<ComposedCampaign, 'notes'>,
  { reading }: Brief,
  { services, leftOut, writerFailed }: Offering & { writerFailed: boolean },
): string[] {
  const { ads, sitelinks, callouts, places } = campaign;
  const notes: string[] = [];
  const missing = Math.min(services.length, COUNTS.ads.most) - ads.length;
  if (missing > 0) notes.push(`${pages(missing)} said too little for an ad of 3 headlines and 2 descriptions.`);
  const beyond = Math.max(0, services.length - COUNTS.ads.most) + leftOut;
  if (beyond > 0) notes.push(`${pages(beyond)} that also sell got no ad of their own.`);
  const small = ads.filter(({ headlines }) => headlines.length < FULL_SET).map(({ name }) => name);
  if (small.length > 0)
    notes.push(`The site says little about ${small.join(', ')}: fewer headlines than the platform has room for.`);
  const bare = ads.filter(({ keywords }) => keywords.length < FEW_KEYWORDS).map(({ name }) => name);
  if (bare.length > 0) notes.push(`Few keywords could be told from the site for ${bare.join(', ')}.`);
  if (sitelinks.length === 0) notes.push('The site has no other pages to link to: add sitelinks before launching.');
  if (callouts.length === 0) notes.push('The site states no short facts: add callouts before launching.');
  if (places.kind === 'places' && places.names.length === 0) {
    notes.push('Neither the profile nor the site says where buyers are: choose places before launching.');
  }
  if (places.kind === 'unplaced') {
    notes.push('The site names an address or areas that could not be placed: choose places before launching.');
  }
  if (writerFailed) notes.push('The language model could not be asked: the ads are in the site’s own words.');
  if (reading.otherLanguages > 0) notes.push(`${pages(reading.otherLanguages)} in another language were left out.`);
  return notes;
}

function pages(count: number): string {
  return count === 1 ? '1 page' : `${count} pages`;
}
