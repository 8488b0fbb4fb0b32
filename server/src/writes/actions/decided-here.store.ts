import { hash } from 'node:crypto';
import type { Tenancy } from '../../base/context.ts';
import { statement } from '../../base/database.ts';
import type { ActionRow } from './action.store.ts';

/** The place of an action in the order in which they were made. */
export type Made = Pick<ActionRow, 'id' | 'at'>;

/** Things that the step at a place of an action has decided on. */
export interface Decided {
  by: Made;
  step: number;
  things: readonly string[];
}

const keep = statement<
  [organizationId: number, things: string[], ats: string[], actionIds: string[], steps: number[]],
  never
>(`
  insert into decided_here (organization_id, thing, at, action_id, step)
  select $1::integer, thing, at, action_id, step
  from unnest($2::bigint[], $3::timestamptz[], $4::text[], $5::integer[]) as d (thing, at, action_id, step)
  on conflict do nothing`);

/** Keeps what steps of actions have decided on, once. */
export async function keepDecidedHere({ db, organizationId }: Tenancy, decided: readonly Decided[]): Promise<void> {
  const rows = decided.flatMap(({ by, step, things }) =>
    [...new Set(things)].map((thing) => ({ thing: numberOf(thing), ...by, step })),
  );
  if (rows.length === 0) return;
  await db.execute(
    keep,
    organizationId,
    rows.map(({ thing }) => thing),
    rows.map(({ at }) => at),
    rows.map(({ id }) => id),
    rows.map(({ step }) => step),
  );
}

/** A name's own number: that two of an organization have the same is not to be expected in its lifetime. */
function numberOf(thing: string): string {
  return hash('sha256', thing, 'buffer').readBigInt64BE().toString();
}

const dropSteps = statement<[organizationId: number, actionId: string, steps: number[]], never>(
  'delete from decided_here where organization_id = $1 and action_id = $2 and step = any($3::integer[])',
);
const dropAll = statement<[organizationId: number, actionId: string], never>(
  'delete from decided_here where organization_id = $1 and action_id = $2',
);

/** Forgets what steps of an action had decided on: they were taken back. */
export async function dropDecidedSteps(
  { db, organizationId }: Tenancy,
  actionId: string,
  steps: number[],
): Promise<void> {
  if (steps.length > 0) await db.execute(dropSteps, organizationId, actionId, steps);
}

/** Forgets what an action had decided on: it was undone. */
export async function dropDecidedHere({ db, organizationId }: Tenancy, actionId: string): Promise<void> {
  await db.execute(dropAll, organizationId, actionId);
}

// Each action is looked at by itself: joined, the database may begin with all that were made later, for each thing anew.
const later = statement<
  [organizationId: number, things: string[], afterAt: string, afterId: string],
  { thing: string }
>(`
  select t.thing::text as thing from unnest($2::bigint[]) as t (thing)
  cross join lateral (
    select d.action_id from decided_here d
    where d.organization_id = $1 and d.thing = t.thing and (d.at, d.action_id) > ($3::timestamptz, $4::text)
      and (select a.undone_at is null from action a where a.organization_id = $1 and a.id = d.action_id)
    order by d.at desc, d.action_id desc limit 1) as newest`);

/** Those of these things that an action decided on which was made after another, and is not undone. */
export async function decidedHere(
  { db, organizationId }: Tenancy,
  things: readonly string[],
  after: Made,
): Promise<string[]> {
  const byNumber = new Map(things.map((thing) => [numberOf(thing), thing]));
  const rows = await db.rows(later, organizationId, [...byNumber.keys()], after.at, after.id);
  return rows.flatMap(({ thing }) => byNumber.get(thing) ?? []);
}

/** An action of which it is not kept what it decided on. */
type Unkept = Made & Pick<ActionRow, 'steps' | 'undo_steps'>;

const unkept = statement<
  [organizationId: number, onCampaigns: string[], afterAt: string, afterId: string, most: number],
  Unkept
>(`
  select id, at, case when undone_at is null then steps else '[]' end as steps, undo_steps from action
  where organization_id = $1 and not decisions_kept and status <> 'in_progress'
    and undo_status is distinct from 'in_progress' and (at, id) > ($3::timestamptz, $4::text)
    and jsonb_path_query_array(steps, '$[*].details.campaign_id') @> any($2::text[]::jsonb[])
  order by at, id limit $5`);

/** The first of these on some campaigns that were made after another action, and have ended; of one undone no steps. */
export function unkeptAfter(
  { db, organizationId }: Tenancy,
  campaignIds: readonly number[],
  after: Made,
  most: number,
): Promise<Unkept[]> {
  const named = campaignIds.map((id) => `[${id}]`);
  return db.rows(unkept, organizationId, named, after.at, after.id, most);
}

const kept = statement<[organizationId: number, ids: string[]], never>(
  'update action set decisions_kept = true where organization_id = $1 and id = any($2::text[])',
);

/** Notes that it is kept what these have decided on. */
export async function noteKept({ db, organizationId }: Tenancy, actions: readonly Made[]): Promise<void> {
  const ids = actions.map(({ id }) => id);
  await db.execute(kept, organizationId, ids);
}
