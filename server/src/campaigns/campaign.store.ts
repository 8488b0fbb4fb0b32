import type { Tenancy } from '../base/context.ts';
import { columns, statement } from '../base/database.ts';
import type { CampaignState, CampaignType, PlatformState } from './campaign.ts';
import { findFreeSlug } from './free-slug.store.ts';
import type { Worded } from './keyword-text.ts';
import { slugOf } from './slug.ts';

/** Where a campaign comes from that a recommendation made. */
export interface GrownFrom {
  /** Which draft of which recommendation it is: the same draft is never made twice. */
  key: string;
  /** The campaign that it grew out of. */
  campaign_id: number;
  /** What that campaign excludes once this one is launched, and not before. */
  excludes: Worded[];
}

/** A place under the platform's number. */
export interface ExcludedPlace {
  id: string;
  name: string;
}

/** A campaign as it stands here, without what is below it. Amounts are decimals as text. */
export interface CampaignRow {
  id: number;
  slug: string;
  name: string;
  type: CampaignType;
  state: CampaignState;
  /** The action that gave it its state; null where somebody did in the platform, or nobody has. */
  state_set_by: string | null;
  pending_state: 'live' | 'paused' | 'draft' | null;
  /** The action that is on its way to the platform. */
  pending_action: string | null;
  platform_state: PlatformState | null;
  budget: string;
  target_cpa: string | null;
  goal: string;
  website_url: string;
  /** The platform's number of the language it is shown in; null where nobody chose one. */
  language_id: string | null;
  generating: boolean;
  ad_account_id: string | null;
  platform_id: string | null;
  platform_budget_id: string | null;
  budget_shared: boolean;
  bidding: string | null;
  first_launched_at: string | null;
  /** The name under which a launch was sent whose outcome nobody knows. */
  launch_sent_as: string | null;
  /** Of a campaign in error: the state before the change that failed. */
  state_before_error: Exclude<CampaignState, 'error'> | null;
  /** When the platform was last read. */
  last_synced_at: string | null;
  /** When a change of ours last came to its end: what was read of the platform before that may be older than our row. */
  pushed_at: string | null;
  /** Since when the platform may have it otherwise than our row tells; null once it was read. */
  unread_since: string | null;
  /** When the platform was last read without this becoming what was read; null once it was read since. */
  left_at: string | null;
  /** null unless a recommendation made it. */
  grown_from: GrownFrom | null;
  created_at: string;
  updated_at: string;
}

const COLUMNS = columns<CampaignRow>({
  id: 'id',
  slug: 'slug',
  name: 'name',
  type: 'type',
  state: 'state',
  state_set_by: 'state_set_by',
  pending_state: 'pending_state',
  pending_action: 'pending_action',
  platform_state: 'platform_state',
  budget: 'budget',
  target_cpa: 'target_cpa',
  goal: 'goal',
  website_url: 'website_url',
  language_id: 'language_id',
  generating: 'generating',
  ad_account_id: 'ad_account_id',
  platform_id: 'platform_id',
  platform_budget_id: 'platform_budget_id',
  budget_shared: 'budget_shared',
  bidding: 'bidding',
  first_launched_at: 'first_launched_at',
  launch_sent_as: 'launch_sent_as',
  state_before_error: 'state_before_error',
  last_synced_at: 'last_synced_at',
  pushed_at: 'pushed_at',
  unread_since: 'unread_since',
  left_at: 'left_at',
  grown_from: 'grown_from',
  created_at: 'created_at',
  updated_at: 'updated_at',
});

const bySlug = statement<[organizationId: number, slug: string], CampaignRow>(
  `select ${COLUMNS} from campaign where organization_id = $1 and slug = $2`,
);

/** The campaign of that slug. */
export function findCampaign({ db, organizationId }: Tenancy, slug: string): Promise<CampaignRow | undefined> {
  return db.row(bySlug, organizationId, slug);
}

const lockedBySlug = statement<[organizationId: number, slug: string], CampaignRow>(`${bySlug.text} for update`);

/** The same, and nobody else changes it before the transaction ends. */
export function lockCampaign({ db, organizationId }: Tenancy, slug: string): Promise<CampaignRow | undefined> {
  return db.row(lockedBySlug, organizationId, slug);
}

const byId = statement<[organizationId: number, id: number], CampaignRow>(
  `select ${COLUMNS} from campaign where organization_id = $1 and id = $2`,
);

/** The campaign of that id, for work that was queued about it. */
export function findCampaignById({ db, organizationId }: Tenancy, id: number): Promise<CampaignRow | undefined> {
  return db.row(byId, organizationId, id);
}

const lockedById = statement<[organizationId: number, id: number], CampaignRow>(`${byId.text} for update`);

/** The same, and nobody else changes it before the transaction ends. */
export function lockCampaignById({ db, organizationId }: Tenancy, id: number): Promise<CampaignRow | undefined> {
  return db.row(lockedById, organizationId, id);
}

const excluded = statement<[organizationId: number, id: number], ReadApart>(
  'select excluded_locations from campaign where organization_id = $1 and id = $2',
);

/** Where a campaign is not shown. */
export async function excludedLocations({ db, organizationId }: Tenancy, id: number): Promise<ExcludedPlace[]> {
  return (await db.row(excluded, organizationId, id))?.excluded_locations ?? [];
}

const grown = statement<[organizationId: number, key: string], CampaignRow>(
  `select ${COLUMNS} from campaign where organization_id = $1 and grown_from ->> 'key' = $2`,
);

/** The campaign that a recommendation made. */
export function findGrownCampaign({ db, organizationId }: Tenancy, key: string): Promise<CampaignRow | undefined> {
  return db.row(grown, organizationId, key);
}

const running = statement<[organizationId: number, sourceId: number], CampaignRow>(
  `select ${COLUMNS} from campaign
   where organization_id = $1 and (grown_from ->> 'campaign_id')::bigint = $2
     and platform_state is distinct from 'removed'
     and (pending_state = 'live' or pending_state is null and (state = 'live' or platform_state = 'live'))
   order by id`,
);

/** The campaigns that grew out of another and run, or are about to. */
export function runningGrownFrom({ db, organizationId }: Tenancy, sourceId: number): Promise<CampaignRow[]> {
  return db.rows(running, organizationId, sourceId);
}

const lockedByLaunch = statement<[organizationId: number, accountId: string, name: string], CampaignRow>(
  `select ${COLUMNS} from campaign
   where organization_id = $1 and ad_account_id = $2 and launch_sent_as = $3 and platform_id is null
     and pending_action is null
   order by id limit 1 for update`,
);

/** The campaign that was sent to the platform under that name and of which nothing was heard, locked. */
export function lockSentCampaign(
  { db, organizationId }: Tenancy,
  accountId: string,
  name: string,
): Promise<CampaignRow | undefined> {
  return db.row(lockedByLaunch, organizationId, accountId, name);
}

const lockedByPlatform = statement<[organizationId: number, accountId: string, platformId: string], CampaignRow>(
  `select ${COLUMNS} from campaign
   where organization_id = $1 and ad_account_id = $2 and platform_id = $3 for update`,
);

/** The campaign that the platform knows under an id, locked. */
export function lockPlatformCampaign(
  { db, organizationId }: Tenancy,
  accountId: string,
  platformId: string,
): Promise<CampaignRow | undefined> {
  return db.row(lockedByPlatform, organizationId, accountId, platformId);
}

/** The columns that can be changed after a campaign was made, with their types; those of a new one may be left out. */
const CHANGEABLE = {
  name: 'text',
  type: 'text',
  state: 'text',
  state_set_by: 'text',
  pending_state: 'text',
  platform_state: 'text',
  budget: 'numeric',
  target_cpa: 'numeric',
  goal: 'text',
  website_url: 'text',
  language_id: 'text',
  excluded_locations: 'jsonb',
  generating: 'boolean',
  ad_account_id: 'text',
  platform_id: 'text',
  platform_budget_id: 'text',
  budget_shared: 'boolean',
  bidding: 'text',
  first_launched_at: 'timestamptz',
  launch_sent_as: 'text',
  state_before_error: 'text',
  last_synced_at: 'timestamptz',
  pushed_at: 'timestamptz',
  grown_from: 'jsonb',
} as const;
const DEFAULTS: Readonly<Record<string, string>> = {
  budget: '0',
  goal: "'conversions'",
  excluded_locations: "'[]'",
  generating: 'false',
  budget_shared: 'false',
};
const changeable = Object.entries(CHANGEABLE);
const sent = (name: string, type: string) => `($3::jsonb ->> '${name}')::${type}`;
const changes = changeable.map(
  ([name]) => `${name} = case when $3::jsonb ? '${name}' then v.${name} else c.${name} end`,
);

/** What is written with a campaign and read apart from it: thousands of places, which hardly anybody needs. */
interface ReadApart {
  /** Where it is not shown, although that may lie within its places. */
  excluded_locations: ExcludedPlace[];
}

/** What changes of a campaign; columns that are left out stay. */
export type CampaignChanges = Partial<Pick<CampaignRow & ReadApart, keyof typeof CHANGEABLE>>;

const update = statement<[organizationId: number, id: number, changes: string, at: Date], CampaignRow>(`
  update campaign c set updated_at = $4, ${changes}
  from jsonb_to_record($3::jsonb) as v (${changeable.map(([name, type]) => `${name} ${type}`)})
  where c.organization_id = $1 and c.id = $2
  returning ${COLUMNS.replaceAll(/\w+/g, 'c.$&')}`);

/** Changes the columns given and leaves the others. */
export function updateCampaignRow(
  { db, organizationId }: Tenancy,
  id: number,
  changes: CampaignChanges,
  at: number,
): Promise<CampaignRow | undefined> {
  return db.row(update, organizationId, id, JSON.stringify(changes), new Date(at));
}

/** What a new campaign is made of. */
export type NewCampaign = Pick<CampaignRow, 'name' | 'type' | 'state' | 'website_url'> & CampaignChanges;

const insert = statement<[organizationId: number, slug: string, values: string, at: Date], CampaignRow>(`
  insert into campaign (organization_id, slug, created_at, updated_at, ${changeable.map(([name]) => name)})
  values ($1, $2, $4, $4,
    ${changeable.map(([name, type]) => `coalesce(${sent(name, type)}, ${DEFAULTS[name] ?? 'null'})`)})
  on conflict do nothing
  returning ${COLUMNS}`);

const MOST_TRIES = 20;

/**
 * Adds a campaign under a free slug made from its name; undefined when the platform's campaign is here already. Of two
 * at once with the same name the second gets another slug.
 */
export async function insertCampaign(
  tenancy: Tenancy,
  campaign: NewCampaign,
  at: number,
): Promise<CampaignRow | undefined> {
  const { db, organizationId } = tenancy;
  const slug = slugOf(campaign.name);
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const free = await findFreeSlug(tenancy, slug);
    const added = await db.row(insert, organizationId, free, JSON.stringify(campaign), new Date(at));
    if (added) return added;
    const { ad_account_id, platform_id } = campaign;
    if (ad_account_id && platform_id && (await lockPlatformCampaign(tenancy, ad_account_id, platform_id))) {
      return undefined;
    }
  }
  throw new Error('no slug stayed free long enough');
}
