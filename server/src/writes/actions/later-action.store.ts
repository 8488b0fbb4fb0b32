import type { Tenancy } from '../../base/context.ts';
import { statement } from '../../base/database.ts';
import type { ActionRow } from './action.store.ts';

/** What is read of an action that was made after another. */
export type LaterAction = Pick<ActionRow, 'id' | 'at' | 'steps' | 'undo_steps'>;
/** The place of an action in the order in which they were made. */
export type Made = Pick<ActionRow, 'id' | 'at'>;

const MOST_ACTIONS = 50;
/** As they are read: a hundredth of that may be what the database keeps. */
const MOST_BYTES = 500_000;

const between = statement<
  [
    organizationId: number,
    onCampaigns: string[],
    afterAt: string,
    afterId: string,
    beforeAt: string,
    beforeId: string,
    count: number,
    bytes: number,
  ],
  LaterAction
>(`
  select id, at, steps, undo_steps from (
    select id, at, steps, undo_steps, sum(bytes) over (order by at desc, id desc) - bytes as read_before
    from (
      select id, at, steps, undo_steps, octet_length(steps::text) + coalesce(octet_length(undo_steps::text), 0) as bytes
      from action
      where organization_id = $1 and jsonb_path_query_array(steps, '$[*].details.campaign_id') @> any($2::text[]::jsonb[])
        and (at, id) > ($3::timestamptz, $4::text) and (at, id) < ($5::timestamptz, $6::text) and undone_at is null
      order by at desc, id desc limit $7) newest) page
  where read_before < $8
  order by at desc, id desc`);

/** Some of the actions on these campaigns that were made between two others and are not undone, the newest first. */
export function actionsBetween(
  { db, organizationId }: Tenancy,
  campaignIds: readonly number[],
  after: Made,
  before: Made,
): Promise<LaterAction[]> {
  const on = campaignIds.map((id) => `[${id}]`);
  return db.rows(between, organizationId, on, after.at, after.id, before.at, before.id, MOST_ACTIONS, MOST_BYTES);
}
