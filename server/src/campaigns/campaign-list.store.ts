import type { Tenancy } from '../base/context.ts';
import { type Queryable, statement } from '../base/database.ts';
import type { CampaignState, CampaignType } from './campaign.ts';

/**
 * Whether a campaign in error may be spending: it ran there when it was last read, or nobody knows what became of the
 * change that failed.
 */
export const MAY_RUN = `(state = 'error' and platform_state is distinct from 'removed'
  and (platform_state is not distinct from 'live' or unread_since is not null or platform_id is null and launch_sent_as is not null)) as may_run`;

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
  may_run: boolean;
  generating: boolean;
  budget: string;
  spend_7d: string;
  conversions_7d: string;
  cpa_7d: string;
  created_at: string;
}

type Page = CampaignListRow & { seen: number };
type NoPage = { id: null; seen: number };

/** So many are counted along with a page; more are counted where nobody else waits for it. */
const COUNTED_ALONG = 500;

type Filtered = [organizationId: number, accountId: string | null, state: string | null];

/** A statement for each way to narrow the list: each has an index that holds its rows in their order. */
function listed(accountId: 'every account' | 'one account', state: 'every state' | 'one state') {
  const filtered = `organization_id = $1
    and ${accountId === 'one account' ? "ad_account_id = coalesce($2::text, '')" : "coalesce($2::text, '') = ''"}
    and ${state === 'one state' ? "state = coalesce($3::text, '')" : "coalesce($3::text, '') = ''"}`;
  return {
    page: statement<[...Filtered, createdAt: string | null, id: number | null, limit: number], Page | NoPage>(`
      select t.seen, p.*
      from (
        select count(*) as seen from (
          select 1 from campaign where ${filtered} order by created_at desc, id desc limit ${COUNTED_ALONG + 1}
        ) few
      ) t
      left join lateral (
        select id, slug, name, type, state, ${MAY_RUN}, generating, budget, spend_7d, conversions_7d, cpa_7d, created_at
        from campaign
        where ${filtered}
          and (created_at, id) < (coalesce($4::timestamptz, 'infinity'), coalesce($5::bigint, ${Number.MAX_SAFE_INTEGER}))
        order by created_at desc, id desc limit $6
      ) p on true
      order by p.created_at desc, p.id desc`),
    total: statement<Filtered, { total: number }>(`select count(*) as total from campaign where ${filtered}`),
  };
}

const ofEveryAccount = {
  inEveryState: listed('every account', 'every state'),
  inOne: listed('every account', 'one state'),
};
const ofOneAccount = { inEveryState: listed('one account', 'every state'), inOne: listed('one account', 'one state') };

/** One page of campaigns, newest first, and how many there are in all: what is not counted quickly, `database` counts. */
export async function campaignPage(
  { db, organizationId, database = db }: Tenancy & { database?: Queryable },
  { accountId, state }: CampaignFilters,
  after: CampaignPosition | undefined,
  limit: number,
): Promise<{ rows: CampaignListRow[]; total: number }> {
  const narrowed = accountId === null ? ofEveryAccount : ofOneAccount;
  const { page, total } = state === null ? narrowed.inEveryState : narrowed.inOne;
  const filters = [organizationId, accountId, state] as const;
  const found = await db.rows(page, ...filters, after?.createdAt ?? null, after?.id ?? null, limit);
  const seen = found[0]?.seen ?? 0;
  const counted = seen > COUNTED_ALONG ? await database.row(total, ...filters) : undefined;
  return { rows: found.filter((row) => row.id !== null), total: counted?.total ?? seen };
}

/** A campaign by its name. */
export type NamedRow = Pick<CampaignListRow, 'slug' | 'name' | 'state' | 'may_run'>;

const names = statement<[organizationId: number, most: number], NamedRow>(
  `select slug, name, state, ${MAY_RUN} from campaign where organization_id = $1 order by lower(name), id limit $2`,
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
  may_run: boolean;
  removed: boolean;
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
  select slug, name, type, state, ${MAY_RUN}, platform_state is not distinct from 'removed' as removed, generating, budget,
    target_cpa, goal, website_url,
    case when left_at is null then greatest(last_synced_at, pushed_at) else last_synced_at end as last_synced_at,
    ${counted('ad', 'and not generating')} as ads_count, ${counted('keyword')} as keywords_count,
    ${counted('negative_keyword')} as negative_keywords_count
  from campaign c where organization_id = $1 and slug = $2`);

/** One campaign as it is read. */
export function campaignDetail({ db, organizationId }: Tenancy, slug: string): Promise<CampaignDetailRow | undefined> {
  return db.row(detail, organizationId, slug);
}
