import type { Tenancy } from '../../base/context.ts';
import { statement } from '../../base/database.ts';
import type { ActionRow } from './action.store.ts';

const note = statement<[organizationId: number, campaignId: number, things: string[], at: Date], never>(`
  insert into decided_there (organization_id, campaign_id, thing, at)
  select $1::integer, $2::bigint, thing, $4::timestamptz from unnest($3::text[]) as t (thing)
  on conflict (organization_id, campaign_id, thing) do update set at = excluded.at`);

/** Notes what of a campaign somebody has decided on in the platform; of each thing the last time is kept. */
export async function noteDecidedThere(
  { db, organizationId }: Tenancy,
  campaignId: number,
  things: readonly string[],
  at: Date,
): Promise<void> {
  if (things.length > 0) await db.execute(note, organizationId, campaignId, [...new Set(things)], at);
}

const later = statement<
  [organizationId: number, campaignIds: number[], things: string[], after: string],
  { thing: string }
>(`
  select thing from decided_there
  where organization_id = $1 and campaign_id = any($2::bigint[]) and thing = any($3::text[]) and at > $4::timestamptz`);

/** Those of these things that somebody decided on in the platform after that. */
export async function decidedThere(
  { db, organizationId }: Tenancy,
  campaignIds: readonly number[],
  things: readonly string[],
  after: string,
): Promise<string[]> {
  const rows = await db.rows(later, organizationId, [...campaignIds], [...things], after);
  return rows.map(({ thing }) => thing);
}

const asOfNow = statement<[organizationId: number, ahead: Date, now: Date], never>(
  'update decided_there set at = $3 where organization_id = $1 and at > $2',
);

/** What is noted as decided ahead of an instant counts as decided now: whoever decides later decides after it. */
export async function voidDecidedAhead({ db, organizationId }: Tenancy, ahead: Date, now: Date): Promise<void> {
  await db.execute(asOfNow, organizationId, ahead, now);
}

const ON_CAMPAIGN = `organization_id = $1
  and jsonb_path_query_array(steps, '$[*].details.campaign_id') @> $2::text::jsonb`;

const first = statement<[organizationId: number, on: string], { id: string }>(`
  select id from action where ${ON_CAMPAIGN} limit 1`);

/** Whether there is anything on a campaign that could be undone: of others nobody needs to know what was decided. */
export async function wasChangedHere({ db, organizationId }: Tenancy, campaignId: number): Promise<boolean> {
  return (await db.row(first, organizationId, `[${campaignId}]`)) !== undefined;
}

/** An action of which nobody knows how far it came; it is one of the newest, because the campaign was not read since. */
type Unsettled = Pick<ActionRow, 'steps' | 'undo_steps'>;
const MOST_UNSETTLED = 20;

const unsettled = statement<[organizationId: number, on: string, most: number], Unsettled>(`
  select steps, undo_steps from action
  where ${ON_CAMPAIGN} and (steps @> '[{"unknown": true}]' or undo_steps @> '[{"unknown": true}]')
  order by at desc, id desc limit $3`);

/** The newest actions on a campaign that were given up, or their undoing, and may have arrived all the same. */
export function unsettledActions({ db, organizationId }: Tenancy, campaignId: number): Promise<Unsettled[]> {
  return db.rows(unsettled, organizationId, `[${campaignId}]`, MOST_UNSETTLED);
}
