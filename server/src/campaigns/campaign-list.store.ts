import type { Tenancy } from '../base/context.ts';
import { statement } from '../base/database.ts';
import type { CampaignState, CampaignType } from './campaign.ts';

/** What a list of campaigns is narrowed to. */
export interface CampaignFilters {
  accountId: string | null;
  state: CampaignState | null;
}

/** Where a page begins: after the row that was made then under that id. */
export interface CampaignPosition {
  createdAt: string;
  id: number;
}

/** One row of the campaign list. */
export interface CampaignListRow {
  id: number;
  slug: string;
  name: string;
  type: CampaignType;
  state: CampaignState;
  generating: boolean;
  budget: string;
  spend_7d: string;
  conversions_7d: string;
  cpa_7d: string;
  created_at: string;
}

type Page = CampaignListRow & { total: number };
type NoPage = { id: null; total: number };

const FILTERED = `organization_id = $1 and ($2::text is null or ad_account_id = $2) and ($3::text is null or state = $3)`;

const page = statement<
  [
    organizationId: number,
    accountId: string | null,
    state: string | null,
    createdAt: string | null,
    id: number | null,
    limit: number,
  ],
  Page | NoPage
>(`
  select t.total, p.*
  from (select count(*) as total from campaign where ${FILTERED}) t
  left join lateral (
    select id, slug, name, type, state, generating, budget, spend_7d, conversions_7d, cpa_7d, created_at
    from campaign
    where ${FILTERED} and ($4::timestamptz is null or (created_at, id) < ($4::timestamptz, $5::bigint))
    order by created_at desc, id desc limit $6
  ) p on true
  order by p.created_at desc, p.id desc`);

/** One page of campaigns, newest first, and how many there are in all. */
export async function campaignPage(
  { db, organizationId }: Tenancy,
  { accountId, state }: CampaignFilters,
  after: CampaignPosition | undefined,
  limit: number,
): Promise<{ rows: CampaignListRow[]; total: number }> {
  const found = await db.rows(
    page,
    organizationId,
    accountId,
    state,
    after?.createdAt ?? null,
    after?.id ?? null,
    limit,
  );
  return { rows: found.filter((row) => row.id !== null), total: found[0]?.total ?? 0 };
}

const names = statement<[organizationId: number, most: number], Pick<CampaignListRow, 'slug' | 'name' | 'state'>>(
  'select slug, name, state from campaign where organization_id = $1 order by lower(name), id limit $2',
);

/** As many campaigns by their names. */
export function campaignNames({ db, organizationId }: Tenancy, most: number) {
  return db.rows(names, organizationId, most);
}

/** A campaign with what is counted below it. */
export interface CampaignDetailRow {
  slug: string;
  name: string;
  type: CampaignType;
  state: CampaignState;
  generating: boolean;
  budget: string;
  target_cpa: string | null;
  goal: string;
  website_url: string;
  ads_count: number;
  keywords_count: number;
  negative_keywords_count: number;
  last_synced_at: string | null;
}

const counted = (table: string, more = '') =>
  `(select count(*) from ${table} where organization_id = $1 and campaign_id = c.id ${more})`;

const detail = statement<[organizationId: number, slug: string], CampaignDetailRow>(`
  select slug, name, type, state, generating, budget, target_cpa, goal, website_url,
    greatest(last_synced_at, pushed_at) as last_synced_at,
    ${counted('ad', 'and not generating')} as ads_count, ${counted('keyword')} as keywords_count,
    ${counted('negative_keyword')} as negative_keywords_count
  from campaign c where organization_id = $1 and slug = $2`);

/** One campaign as it is read. */
export function campaignDetail({ db, organizationId }: Tenancy, slug: string): Promise<CampaignDetailRow | undefined> {
  return db.row(detail, organizationId, slug);
}
