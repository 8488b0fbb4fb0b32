import type { Tenancy } from '../base/context.ts';
import { statement } from '../base/database.ts';
import { eachInTurns } from '../base/long-work.ts';
import { type PackedRows, packed, unpacked } from '../base/packed-rows.store.ts';
import type { MatchType } from '../ports/ad-platform.ts';
import { ALL_CAMPAIGNS, LONGEST_WINDOW } from '../search-terms/ranked-list.store.ts';
import type { AccountKeyword, AccountTerm, AdFacts, CampaignDay, NegativeFacts } from './evidence.ts';
import { dayNumber, EPOCH, figuresOf, MICROS, type Place, type Sums } from './figure-columns.ts';
import type { Figures } from './figures.ts';

const latest = statement<[organizationId: number], { day: number | null }>(
  `select ${dayNumber('latest_day')} as day from figure_state where organization_id = $1`,
);

/** The latest day with figures; undefined where there are none. */
export async function latestFigureDay({ db, organizationId }: Tenancy): Promise<number | undefined> {
  return (await db.row(latest, organizationId))?.day ?? undefined;
}

const campaignDays = statement<[organizationId: number, campaignId: number, from: number, to: number], CampaignDay>(`
  select ${dayNumber('day')} as day, impressions, clicks, cost_micros as cost, conversions_micros as conversions,
    impression_share as "impressionShare", lost_to_budget as "lostToBudget", lost_to_rank as "lostToRank"
  from campaign_day
  where organization_id = $1 and campaign_id = $2 and day between ${EPOCH} + $3::integer and ${EPOCH} + $4::integer
  order by day`);

/** The days with figures of a campaign, so many up to the latest. */
export async function readDays({ db, organizationId }: Tenancy, place: Place, days: number): Promise<CampaignDay[]> {
  const { campaignId, latestDay } = place;
  const rows = await db.rows(campaignDays, organizationId, campaignId, latestDay - days + 1, latestDay);
  return rows.map((row) => ({ ...row, ...figuresOf(row) }));
}

const SUMMED = ['impressions', 'clicks', 'cost_micros', 'conversions_micros'];
const ofOrganization = statement<[organizationId: number, before: number, to: number], Sums>(`
  select ${SUMMED.map((name) => `coalesce(sum(case day when ${EPOCH} + $3::integer then ${name} else -${name} end), 0)::double precision as ${name.replace('_micros', '')}`)}
  from organization_sum
  where organization_id = $1 and day in (${EPOCH} + $2::integer, ${EPOCH} + $3::integer)`);

/** What all campaigns of an organization did between two days, the first not included. */
export async function readOrganization(
  { db, organizationId }: Tenancy,
  { before, to }: { before: number; to: number },
): Promise<Figures | undefined> {
  const row = await db.row(ofOrganization, organizationId, before, to);
  return row && figuresOf(row);
}

const targetChange = statement<[organizationId: number, campaignId: number, since: Date], { at: string | null }>(`
  select max(greatest(at, undone_at)) as at from action
  where organization_id = $1 and campaign_id = $2 and at >= $3 and status <> 'failed'
    and steps @? '$[*].details.changes.target_cpa'`);

/** When somebody here last changed the target CPA of a campaign, or took that back, since then. */
export async function readTargetChange(
  { db, organizationId }: Tenancy,
  campaignId: number,
  since: Date,
): Promise<string | null> {
  return (await db.row(targetChange, organizationId, campaignId, since))?.at ?? null;
}

const ads = statement<[organizationId: number, campaignId: number], PackedRows>(
  packed(
    `select id, name, state, headlines, cpc_bid::text as "cpcBid" from ad
    where organization_id = $1 and campaign_id = $2`,
    'q.id',
  ),
);

type AdFactsRow = Omit<AdFacts, 'cpcBid'> & { cpcBid: string | null };

export async function readAds({ db, organizationId }: Tenancy, { campaignId }: Place): Promise<AdFacts[]> {
  const rows = await unpacked<AdFactsRow>(await db.rows(ads, organizationId, campaignId));
  return eachInTurns(rows, (row) => ({ ...row, cpcBid: row.cpcBid === null ? null : Number(row.cpcBid) }));
}

const negatives = statement<[organizationId: number, campaignId: number], PackedRows>(
  packed(
    `select id, ad_id as "adId", text, match_type as "matchType" from negative_keyword
    where organization_id = $1 and campaign_id = $2`,
    'q.id',
  ),
);

export async function readNegatives({ db, organizationId }: Tenancy, { campaignId }: Place): Promise<NegativeFacts[]> {
  return unpacked<NegativeFacts>(await db.rows(negatives, organizationId, campaignId));
}

const ofAccount = statement<[organizationId: number, campaignId: number, accountId: string], AccountKeyword>(`
  select distinct k.folded as text, k.match_type as "matchType"
  from campaign c join keyword k on k.organization_id = $1 and k.campaign_id = c.id
  where c.organization_id = $1 and c.ad_account_id = $3 and c.id <> $2
    and c.platform_state is distinct from 'removed'`);

/** The keywords of the other campaigns in the same ad account, each text once. */
export function readAccountKeywords(
  { db, organizationId }: Tenancy,
  { campaignId }: Place,
  accountId: string,
): Promise<{ text: string; matchType: MatchType }[]> {
  return db.rows(ofAccount, organizationId, campaignId, accountId);
}

const costliest = statement<[organizationId: number], AccountTerm>(`
  select t.campaign_id as "campaignId", t.term as text, e.cost, e.clicks, e.conversions
  from search_term_chunk c
  cross join lateral unnest(c.term_ids, c.costs, c.clicks, c.conversions) e (id, cost, clicks, conversions)
  join search_term t on t.organization_id = c.organization_id and t.id = e.id
  where c.organization_id = $1 and c.campaign_id = ${ALL_CAMPAIGNS} and c.days = ${LONGEST_WINDOW}`);

/** The costliest search terms of the organization over 90 days, as they are kept ready. */
export async function readAccountTerms({ db, organizationId }: Tenancy): Promise<AccountTerm[]> {
  const rows = await db.rows(costliest, organizationId);
  return rows.map((row) => ({ ...row, cost: row.cost / MICROS, conversions: row.conversions / MICROS }));
}

const places = statement<[organizationId: number, campaignId: number], { id: string }>(`
  select geo_target_id as id from campaign_location
  where organization_id = $1 and campaign_id = $2 and geo_target_id is not null order by position`);

/** Where a campaign is shown, by the platform's ids of the places. */
export async function readPlaces({ db, organizationId }: Tenancy, campaignId: number): Promise<string[]> {
  return (await db.rows(places, organizationId, campaignId)).map(({ id }) => id);
}
