import type { Tenancy } from '../../base/context.ts';
import { statement } from '../../base/database.ts';
import { adsOf, assetsOf, type CampaignParts } from '../campaign-parts.store.ts';
import { REFUSED } from '../keyword-text.ts';

/** What a first launch looks at: there may be thousands of keywords and places, of which only the first in the way matters. */
export interface LaunchNeeds extends Pick<CampaignParts, 'ads' | 'assets'> {
  /** How many places it is to be shown in. */
  places: number;
  /** The name of the first place that the platform cannot be told of. */
  lostPlace: string | undefined;
  /** The name of the first ad without a keyword. */
  bareAd: string | undefined;
  /** The text of the first negative keyword that the platform would not take. */
  refusedNegative: string | undefined;
  /** How many keywords and negative keywords there are. */
  words: number;
  /** How many places it is not to be shown in. */
  excluded: number;
}

const placeCount = statement<[organizationId: number, campaignId: number], { count: number }>(
  'select count(*)::integer as count from campaign_location where organization_id = $1 and campaign_id = $2',
);

const lostPlace = statement<[organizationId: number, campaignId: number], { name: string }>(`
  select name from campaign_location
  where organization_id = $1 and campaign_id = $2 and geo_target_id is null
    and (kind <> 'radius' or latitude is null or longitude is null or radius_km is null)
  order by position limit 1`);

const bareAd = statement<[organizationId: number, campaignId: number], { name: string }>(`
  select name from ad a
  where organization_id = $1 and campaign_id = $2
    and not exists (select 1 from keyword k where k.organization_id = $1 and k.ad_id = a.id)
  order by id limit 1`);

const refusedNegative = statement<
  [organizationId: number, campaignId: number, characters: string, mostWords: number],
  { text: string }
>(`
  select text from negative_keyword
  where organization_id = $1 and campaign_id = $2
    and (text ~ $3 or cardinality(string_to_array(text, ' ')) > $4)
  order by id limit 1`);

const keywords = statement<[organizationId: number, campaignId: number], { count: number }>(
  'select count(*)::integer as count from keyword where organization_id = $1 and campaign_id = $2',
);

const excluded = statement<[organizationId: number, campaignId: number], { count: number }>(
  'select jsonb_array_length(excluded_locations) as count from campaign where organization_id = $1 and id = $2',
);

/** Reads what a first launch looks at. */
export async function launchNeeds(tenancy: Tenancy, campaignId: number): Promise<LaunchNeeds> {
  const { db, organizationId } = tenancy;
  const lost = await db.row(lostPlace, organizationId, campaignId);
  const bare = await db.row(bareAd, organizationId, campaignId);
  const refused = await db.row(refusedNegative, organizationId, campaignId, REFUSED.characters, REFUSED.mostWords);
  const counted = await db.row(keywords, organizationId, campaignId);
  return {
    ads: await adsOf(tenancy, campaignId),
    assets: await assetsOf(tenancy, campaignId),
    places: (await db.row(placeCount, organizationId, campaignId))?.count ?? 0,
    lostPlace: lost?.name,
    bareAd: bare?.name,
    refusedNegative: refused?.text,
    words: (counted?.count ?? 0) + (await countNegatives(tenancy, campaignId)),
    excluded: (await db.row(excluded, organizationId, campaignId))?.count ?? 0,
  };
}

const negatives = statement<[organizationId: number, campaignId: number], { count: number }>(
  'select count(*)::integer as count from negative_keyword where organization_id = $1 and campaign_id = $2',
);

/** How many negative keywords a campaign and its ads have. */
export async function countNegatives({ db, organizationId }: Tenancy, campaignId: number): Promise<number> {
  return (await db.row(negatives, organizationId, campaignId))?.count ?? 0;
}

const places = statement<[organizationId: number, campaignId: number], Places>(`
  select count(*)::integer as count, left(encode(sha256(convert_to(coalesce(
    string_agg(json_build_array(kind, name, geo_target_id, latitude, longitude, radius_km)::text, ',' order by position),
    ''), 'UTF8')), 'hex'), 32) as sign
  from campaign_location where organization_id = $1 and campaign_id = $2`);

/** How many places a campaign is to be shown in, and what is the same for the same ones in the same order alone. */
interface Places {
  count: number;
  sign: string;
}

/** All places of a campaign in short: there may be thousands, which nobody reads to see that they are still the same. */
export async function allPlaces({ db, organizationId }: Tenancy, campaignId: number): Promise<Places> {
  const found = await db.row(places, organizationId, campaignId);
  if (!found) throw new Error('nothing was counted');
  return found;
}

const written = statement<[organizationId: number, campaignId: number], { id: number }>(
  'select id from ad where organization_id = $1 and campaign_id = $2 and not generating order by id',
);

/** The ids of the ads of a campaign that are written. */
export async function writtenAds({ db, organizationId }: Tenancy, campaignId: number): Promise<number[]> {
  return (await db.rows(written, organizationId, campaignId)).map(({ id }) => id);
}

const namesake = statement<
  [organizationId: number, accountId: string, exceptId: number, names: string[]],
  { id: number }
>(`
  select id from campaign
  where organization_id = $1 and ad_account_id = $2 and id <> $3 and platform_id is null
    and (launch_sent_as = any($4) or name = any($4) and pending_state = 'live') limit 1`);

/** Whether another campaign is on its way to the account under one of these names, or was sent under it and never heard of. */
export async function isNameOnItsWay(
  { db, organizationId }: Tenancy,
  { accountId, exceptId, names }: { accountId: string; exceptId: number; names: string[] },
): Promise<boolean> {
  return (await db.row(namesake, organizationId, accountId, exceptId, names)) !== undefined;
}
