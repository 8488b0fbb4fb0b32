import type { Tenancy } from '../base/context.ts';
import { isTransaction, type Queryable, statement } from '../base/database.ts';

const pending = statement<[organizationId: number, id: number], { pending_action: string | null }>(
  'select pending_action from campaign where organization_id = $1 and id = $2',
);

/** The action that is on its way to the platform for this campaign. */
export async function pendingAction({ db, organizationId }: Tenancy, id: number): Promise<string | null> {
  return (await db.row(pending, organizationId, id))?.pending_action ?? null;
}

const begin = statement<
  [organizationId: number, id: number, action: string, state: string | null, budget: string | null],
  never
>(`
  update campaign set pending_action = $3, pending_state = coalesce($4, pending_state),
    pending_budget = case when unread_since is null then coalesce($5::numeric, pending_budget)
      else greatest($5::numeric, pending_budget) end
  where organization_id = $1 and id = $2`);

/** What a change that is on its way will make of the campaign. */
export interface PendingMark {
  state?: string | undefined;
  budget?: string | undefined;
}

/**
 * Marks what is on its way, so that other changes wait and the cap counts it already; what another step of the same action
 * marked stays, and so does a greater budget that the platform may have already.
 */
export async function markPending(
  { db, organizationId }: Tenancy,
  id: number,
  actionId: string,
  { state, budget }: PendingMark,
): Promise<void> {
  await db.execute(begin, organizationId, id, actionId, state ?? null, budget ?? null);
}

const count = statement<[organizationId: number, id: number, budget: string], never>(`
  update campaign set pending_budget = $3::numeric
  where organization_id = $1 and id = $2 and pending_action is not null`);

/** The cap counts another budget for as long as the change is on its way. */
export async function countPending({ db, organizationId }: Tenancy, id: number, budget: string): Promise<void> {
  await db.execute(count, organizationId, id, budget);
}

const askToRest = statement<[organizationId: number, id: number, at: Date], never>(`
  update campaign set stops_asked = stops_asked + 1, stop_asked_at = $3
  where organization_id = $1 and id = $2`);

/** Somebody wants the campaign to rest: what was asked to start it before, and has not begun, does not begin. */
export async function countStop({ db, organizationId }: Tenancy, id: number, at: Date): Promise<void> {
  await db.execute(askToRest, organizationId, id, at);
}

const clear = statement<[organizationId: number, action: string], never>(`
  update campaign set pending_action = null, pending_state = null,
    pending_budget = case when unread_since is not null then pending_budget end
  where organization_id = $1 and pending_action = $2`);

/**
 * Nothing of the action is on its way any more, on whichever campaigns it was. A budget that the platform may have goes on
 * counting until it was read.
 */
export async function clearPending({ db, organizationId }: Tenancy, actionId: string): Promise<void> {
  await db.execute(clear, organizationId, actionId);
}

const leave = statement<
  [organizationId: number, action: string, at: Date, mayBeThere: boolean],
  { ad_account_id: string | null }
>(`
  update campaign set pending_action = null, pending_state = null,
    unread_since = case when platform_id is not null then $3::timestamptz end,
    pending_budget = case when $4::boolean and platform_id is not null or unread_since is not null then pending_budget end
  where organization_id = $1 and pending_action = $2
  returning ad_account_id`);

/**
 * The same where the platform has to be read to know how the campaigns stand; answers with their accounts. What the action
 * makes of budgets goes on counting where it may be there.
 */
export async function leaveUnread(
  { db, organizationId }: Tenancy,
  actionId: string,
  { at, mayBeThere }: { at: Date; mayBeThere: boolean },
): Promise<string[]> {
  const left = await db.rows(leave, organizationId, actionId, at, mayBeThere);
  return [...new Set(left.flatMap(({ ad_account_id }) => ad_account_id ?? []))];
}

const noteReadOf = statement<[organizationId: number, id: number, asOf: Date], never>(`
  update campaign set
    unread_since = case when unread_since > $3 then unread_since end,
    pending_budget = case when unread_since <= $3 then null else pending_budget end,
    left_at = case when left_at > $3 then left_at end
  where organization_id = $1 and id = $2 and (unread_since <= $3 or left_at <= $3)`);

/** Our row is what the platform had then: nothing of it that happened before is unknown any more, or left. */
export async function noteRead({ db, organizationId }: Tenancy, id: number, asOf: Date): Promise<void> {
  await db.execute(noteReadOf, organizationId, id, asOf);
}

const noteSettingsReadOf = statement<[organizationId: number, id: number, asOf: Date], never>(`
  update campaign set
    pending_budget = case when unread_since <= $3 then null else pending_budget end,
    left_at = case when left_at > $3 then left_at end
  where organization_id = $1 and id = $2 and (unread_since <= $3 or left_at <= $3)`);

/** The same for its settings alone, where more of it cannot be read, however often it is tried. */
export async function noteSettingsRead({ db, organizationId }: Tenancy, id: number, asOf: Date): Promise<void> {
  await db.execute(noteSettingsReadOf, organizationId, id, asOf);
}

/** What limits an organization's budgets, and what its other campaigns take. */
export interface BudgetLimits {
  max_spend: string | null;
  api_budget_change_limit_pct: string;
  others: string;
}

/** What of a campaign the cap counts: nothing once it was removed, and already what is on its way. */
const COUNTED = "case when platform_state is distinct from 'removed' then greatest(budget, pending_budget) else 0 end";

/** Of the campaigns, all or as many as are summed up along with a light read. */
const limitsOver = (most: string) => `
  with few as materialized (
    select id, budget, pending_budget, platform_state from campaign where organization_id = $1 limit ${most}
  ), taken as materialized (
    select count(*) as seen, coalesce(sum(${COUNTED}) filter (where id <> $2), 0) as others from few
  )
  select o.max_spend, o.api_budget_change_limit_pct, taken.others, taken.seen
  from organization o cross join taken where o.id = $1`;

const SUMMED_ALONG = 500;

type Summed = BudgetLimits & { seen: number };
const limits = statement<[organizationId: number, exceptCampaign: number], Summed>(limitsOver('all'));
const limitsOfFew = statement<[organizationId: number, exceptCampaign: number], Summed>(
  limitsOver(`${SUMMED_ALONG + 1}`),
);

/** The limits as they stand, without the campaign named: what a light read does not sum up quickly, `database` does. */
export async function budgetLimits(
  { db, organizationId, database }: Tenancy & { database?: Queryable | undefined },
  exceptCampaign: number,
): Promise<BudgetLimits> {
  const alone = database === undefined || isTransaction(db);
  const few = alone ? undefined : await db.row(limitsOfFew, organizationId, exceptCampaign);
  if (few && few.seen <= SUMMED_ALONG) return few;
  const row = await (alone ? db : database).row(limits, organizationId, exceptCampaign);
  if (!row) throw new Error('the organization is gone');
  return row;
}

/** A campaign with what all others take. */
export interface BesideOthers {
  slug: string;
  others: string;
}

const besideOthers = statement<[organizationId: number, slug: string | null, most: number], BesideOthers>(`
  select slug, others from (
    select id, slug, created_at, sum(${COUNTED}) over () - ${COUNTED} as others
    from campaign where organization_id = $1
  ) c
  where $2::text is null or slug = $2
  order by created_at desc, id desc limit $3`);

/** The newest campaigns, or the one named, each with what the cap counts of all others. */
export function campaignsBesideOthers(
  { db, organizationId }: Tenancy,
  slug: string | null,
  most: number,
): Promise<BesideOthers[]> {
  return db.rows(besideOthers, organizationId, slug, most);
}

const adIds = statement<[organizationId: number, campaignId: number, ids: string], never>(`
  update ad set platform_id = m.platform_id from jsonb_to_recordset($3::jsonb) as m (id bigint, platform_id text)
  where ad.organization_id = $1 and ad.campaign_id = $2 and ad.id = m.id`);
const keywordIds = statement<[organizationId: number, campaignId: number, ids: string], never>(`
  update keyword set platform_id = m.platform_id from jsonb_to_recordset($3::jsonb) as m (id bigint, platform_id text)
  where keyword.organization_id = $1 and keyword.campaign_id = $2 and keyword.id = m.id`);
const negativeIds = statement<[organizationId: number, campaignId: number, ids: string], never>(`
  update negative_keyword n set platform_id = m.platform_id
  from jsonb_to_recordset($3::jsonb) as m (id bigint, platform_id text)
  where n.organization_id = $1 and n.campaign_id = $2 and n.id = m.id`);

/** Our row and the id under which the platform knows it. */
export interface PlatformId {
  id: number;
  platform_id: string;
}

/** The platform's ids of what lies below a campaign. */
export interface PlatformIds {
  ads: PlatformId[];
  keywords: PlatformId[];
  negatives: PlatformId[];
}

/** Keeps the platform's ids of everything that a launch created. */
export async function keepPlatformIds(
  { db, organizationId }: Tenancy,
  campaignId: number,
  ids: PlatformIds,
): Promise<void> {
  await db.execute(adIds, organizationId, campaignId, JSON.stringify(ids.ads));
  await db.execute(keywordIds, organizationId, campaignId, JSON.stringify(ids.keywords));
  await db.execute(negativeIds, organizationId, campaignId, JSON.stringify(ids.negatives));
}

const another = statement<[organizationId: number, platformId: string, exceptId: number], { id: number }>(`
  select id from campaign where organization_id = $1 and platform_id = $2 and id <> $3 limit 1`);

/** Whether another of our campaigns is the one of the platform. */
export async function isAnothers({ db, organizationId }: Tenancy, platformId: string, id: number): Promise<boolean> {
  return (await db.row(another, organizationId, platformId, id)) !== undefined;
}

const ofThese = statement<[organizationId: number, platformIds: string[], since: Date], { platform_id: string }>(`
  select platform_id from campaign
  where organization_id = $1 and platform_id = any($2) and (type <> 'external' or created_at < $3)`);

/** Those of the platform's campaigns that are ours; not those that came in from there since then. */
export async function knownOf(
  { db, organizationId }: Tenancy,
  platformIds: string[],
  since: Date,
): Promise<Set<string>> {
  if (platformIds.length === 0) return new Set();
  return new Set((await db.rows(ofThese, organizationId, platformIds, since)).map(({ platform_id }) => platform_id));
}
