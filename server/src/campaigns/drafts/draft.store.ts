import type { Tenancy } from '../../base/context.ts';
import { statement } from '../../base/database.ts';
import type { MatchType } from '../../ports/ad-platform.ts';
import type { CampaignType } from '../campaign.ts';
import { withFolded } from '../keyword-text.ts';
import { keptSources } from './kept-sources.ts';

/** An ad that waits with its campaign. */
export interface DraftAd {
  name: string;
  final_url: string;
  headlines: string[];
  descriptions: string[];
  path1?: string | null;
  path2?: string | null;
  keywords: { text: string; match_type: MatchType }[];
  /** What each text stands on, where it was written from a website. */
  sources?: Record<string, unknown>;
}

const insertAd = statement<
  [
    organizationId: number,
    campaignId: number,
    name: string,
    url: string,
    headlines: string[],
    descriptions: string[],
    path1: string | null,
    path2: string | null,
    at: Date,
    sources: string,
  ],
  { id: number }
>(`
  insert into ad (organization_id, campaign_id, name, state, final_url, headlines, descriptions, path1, path2, created_at,
    sources)
  values ($1, $2, $3, 'enabled', $4, $5, $6, $7, $8, $9, $10::jsonb) returning id`);

const insertKeywords = statement<
  [organizationId: number, campaignId: number, adId: number, keywords: string, at: Date],
  never
>(`
  insert into keyword (organization_id, campaign_id, ad_id, text, folded, match_type, state, created_at)
  select $1::integer, $2::bigint, $3::bigint, text, folded, match_type, 'enabled', $5::timestamptz
  from jsonb_to_recordset($4::jsonb) as k (text text, folded text, match_type text)`);

const copyAssets = statement<[organizationId: number, from: number, to: number], never>(`
  insert into campaign_asset (organization_id, campaign_id, position, kind, text, description1, description2, url)
  select organization_id, $3::bigint, position, kind, text, description1, description2, url
  from campaign_asset where organization_id = $1 and campaign_id = $2`);
const copyLocations = statement<[organizationId: number, from: number, to: number, only: string | null], never>(`
  insert into campaign_location (organization_id, campaign_id, position, kind, name, geo_target_id, latitude, longitude,
    radius_km)
  select organization_id, $3::bigint, position, kind, name, geo_target_id, latitude, longitude, radius_km
  from campaign_location
  where organization_id = $1 and campaign_id = $2 and ($4::text is null or strpos(lower(name), lower($4)) > 0)`);
const countLocations = statement<[organizationId: number, campaignId: number], { count: number }>(
  'select count(*)::int as count from campaign_location where organization_id = $1 and campaign_id = $2',
);

/** Gives a draft the assets and places of another campaign; only the place named, where that is one of them. */
export async function copySurroundings(
  { db, organizationId }: Tenancy,
  { from, to, place }: { from: number; to: number; place: string | null },
): Promise<void> {
  await db.execute(copyAssets, organizationId, from, to);
  if (place !== null) await db.execute(copyLocations, organizationId, from, to, place);
  const copied = await db.row(countLocations, organizationId, to);
  if (copied?.count === 0) await db.execute(copyLocations, organizationId, from, to, null);
}

/** Adds an ad with its keywords to a draft and returns its id. */
export async function addDraftAd(
  { db, organizationId }: Tenancy,
  campaignId: number,
  ad: DraftAd,
  at: Date,
): Promise<number> {
  const { name, final_url, headlines, descriptions, path1 = null, path2 = null, keywords, sources = {} } = ad;
  const texts = [headlines, descriptions] as const;
  const basis = JSON.stringify(keptSources(sources));
  const row = await db.row(insertAd, organizationId, campaignId, name, final_url, ...texts, path1, path2, at, basis);
  if (!row) throw new Error('the ad was not added');
  await db.execute(insertKeywords, organizationId, campaignId, row.id, JSON.stringify(withFolded(keywords)), at);
  return row.id;
}

/** A draft beside the one that is written. */
export interface OtherDraft {
  id: number;
  slug: string;
  name: string;
  type: CampaignType;
  /** The platform is being told of it, or may have been: what is added to it now would stay here. */
  sent: boolean;
}

const UNPUBLISHED = "platform_id is null and state <> 'live'";
const SENT = '(pending_action is not null or launch_sent_as is not null)';
const unpublished = statement<[organizationId: number, accountId: string], OtherDraft>(`
  select id, slug, name, type, ${SENT} as sent from campaign
  where organization_id = $1 and ad_account_id = $2 and ${UNPUBLISHED}
  order by id for update`);

/** The campaigns of an account that are not known to be launched, also those that rest, held still until the transaction ends. */
export function unpublishedDrafts({ db, organizationId }: Tenancy, accountId: string): Promise<OtherDraft[]> {
  return db.rows(unpublished, organizationId, accountId);
}

const withoutBrand = statement<[organizationId: number, accountId: string], { drafts: number }>(`
  select count(*)::integer as drafts from campaign
  where organization_id = $1 and ad_account_id = $2 and ${UNPUBLISHED}
    and type <> 'brand' and not ${SENT}`);

/** How many drafts of an account a brand campaign that is written takes its searches out of. */
export async function draftsWithoutBrand({ db, organizationId }: Tenancy, accountId: string): Promise<number> {
  return (await db.row(withoutBrand, organizationId, accountId))?.drafts ?? 0;
}

const names = statement<[organizationId: number, except: number | null], { name: string }>(
  'select name from campaign where organization_id = $1 and id is distinct from $2',
);

/** The names of all campaigns, or of all but one. */
export async function campaignNames({ db, organizationId }: Tenancy, exceptId?: number): Promise<string[]> {
  return (await db.rows(names, organizationId, exceptId ?? null)).map(({ name }) => name);
}

const sourcesOfOne = statement<[organizationId: number, campaignId: number, id: number], { sources: unknown }>(
  'select sources from ad where organization_id = $1 and campaign_id = $2 and id = $3',
);

/** What the texts of one ad stand on. */
export async function sourcesOfAd({ db, organizationId }: Tenancy, campaignId: number, id: number): Promise<unknown> {
  return (await db.row(sourcesOfOne, organizationId, campaignId, id))?.sources;
}
