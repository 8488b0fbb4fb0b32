import type { Tenancy } from '../../base/context.ts';
import { statement } from '../../base/database.ts';
import type { LaterAction, Made } from './later-action.store.ts';

/** What there was after an action when it was looked at, each with the version of its row. */
export type Versions = ReadonlyMap<string, string>;

/** An action as of a version of its row; of one that is undone no steps. */
export interface VersionedAction extends LaterAction {
  version: string;
}

const ON_CAMPAIGNS = `jsonb_path_query_array(steps, '$[*].details.campaign_id') @> any($2::text[]::jsonb[])`;
const READ = `id, at, case when undone_at is null then steps else '[]' end as steps, undo_steps`;

const versions = statement<
  [organizationId: number, onCampaigns: string[], afterAt: string, afterId: string],
  { id: string; version: string }
>(`
  select id, xmin::text as version from action
  where organization_id = $1 and ${ON_CAMPAIGNS} and (at, id) > ($3::timestamptz, $4::text)
  order by at, id`);

/** Every action on these campaigns that was made after another, those undone among them, the newest last. */
export async function laterVersions(
  { db, organizationId }: Tenancy,
  campaignIds: readonly number[],
  after: Made,
): Promise<Map<string, string>> {
  const rows = await db.rows(versions, organizationId, named(campaignIds), after.at, after.id);
  return new Map(rows.map(({ id, version }) => [id, version]));
}

const changed = statement<[organizationId: number, ids: string[], versions: string[]], VersionedAction>(`
  select ${READ}, version from (
    select a.id, a.at, a.steps, a.undo_steps, a.undone_at, a.xmin::text as version, known.version as before
    from unnest($2::text[], $3::text[]) as known (id, version)
    join action a on a.organization_id = $1 and a.id = known.id) now
  where version <> before`);

/** Those of these actions to which something has happened since. */
export function changedSince({ db, organizationId }: Tenancy, known: Versions): Promise<VersionedAction[]> {
  return db.rows(changed, organizationId, [...known.keys()], [...known.values()]);
}

/**
 * What is written down later is dated by the clock of whoever writes it, which may be behind, and is seen once their
 * transaction has ended. This is ample: those known are passed over by their ids.
 */
const DATED_BEHIND = '1 hour';

const added = statement<
  [organizationId: number, onCampaigns: string[], afterAt: string, afterId: string, since: Date, known: string[]],
  VersionedAction
>(`
  with lately as materialized (
    select id, at, steps, undo_steps, undone_at, xmin::text as version from action
    where organization_id = $1 and at > least($5::timestamptz, now()) - interval '${DATED_BEHIND}'
      and (at, id) > ($3::timestamptz, $4::text) and id <> all($6::text[]))
  select ${READ}, version from lately where ${ON_CAMPAIGNS}`);

/** The actions on these campaigns that were made after another, and have come beside those known since then. */
export function addedSince(
  { db, organizationId }: Tenancy,
  campaignIds: readonly number[],
  after: Made,
  { known, since }: { known: Versions; since: number },
): Promise<VersionedAction[]> {
  const ids = [...known.keys()];
  return db.rows(added, organizationId, named(campaignIds), after.at, after.id, new Date(since), ids);
}

function named(campaignIds: readonly number[]): string[] {
  return campaignIds.map((id) => `[${id}]`);
}
