import type { Tenancy } from '../../base/context.ts';
import { statement } from '../../base/database.ts';
import { type CampaignParts, partsWithoutWords } from '../campaign-parts.store.ts';
import { REFUSED } from '../keyword-text.ts';

/** What a first launch looks at: a campaign may have thousands of keywords, of which only the first in the way matters. */
export interface LaunchNeeds extends Pick<CampaignParts, 'ads' | 'assets' | 'locations'> {
  /** The name of the first ad without a keyword. */
  bareAd: string | undefined;
  /** The text of the first negative keyword that the platform would not take. */
  refusedNegative: string | undefined;
  /** How many keywords and negative keywords there are. */
  words: number;
  /** How many places it is not to be shown in. */
  excluded: number;
}

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
  const { ads, assets, locations } = await partsWithoutWords(tenancy, campaignId);
  const bare = await db.row(bareAd, organizationId, campaignId);
  const refused = await db.row(refusedNegative, organizationId, campaignId, REFUSED.characters, REFUSED.mostWords);
  const counted = await db.row(keywords, organizationId, campaignId);
  return {
    ads,
    assets,
    locations,
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
