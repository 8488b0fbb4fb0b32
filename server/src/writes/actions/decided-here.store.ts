import type { Tenancy } from '../../base/context.ts';
import { statement } from '../../base/database.ts';
import type { ActionRow } from './action.store.ts';

/** The place of an action in the order in which they were made. */
export type Made = Pick<ActionRow, 'id' | 'at'>;

/** Things that the step at a place of an action has decided on. */
export interface Decided {
  step: number;
  things: readonly string[];
}

const keep = statement<[organizationId: number, actionId: string, things: string[], steps: number[]], never>(`
  insert into decided_here (organization_id, thing, action_id, step)
  select $1::integer, thing, $2::text, step from unnest($3::text[], $4::integer[]) as d (thing, step)
  on conflict do nothing`);

/** Keeps what steps of an action have decided on, once. */
export async function keepDecidedHere(
  { db, organizationId }: Tenancy,
  actionId: string,
  decided: readonly Decided[],
): Promise<void> {
  const { things, steps } = inRows(decided);
  if (things.length > 0) await db.execute(keep, organizationId, actionId, things, steps);
}

const drop = statement<[organizationId: number, actionId: string, things: string[], steps: number[]], never>(`
  delete from decided_here h using unnest($3::text[], $4::integer[]) as d (thing, step)
  where h.organization_id = $1 and h.action_id = $2 and h.thing = d.thing and h.step = d.step`);

/** Forgets what steps of an action had decided on: they were taken back. */
export async function dropDecidedHere(
  { db, organizationId }: Tenancy,
  actionId: string,
  decided: readonly Decided[],
): Promise<void> {
  const { things, steps } = inRows(decided);
  if (things.length > 0) await db.execute(drop, organizationId, actionId, things, steps);
}

function inRows(decided: readonly Decided[]): { things: string[]; steps: number[] } {
  const rows = decided.flatMap(({ step, things }) => [...new Set(things)].map((thing) => ({ step, thing })));
  return { things: rows.map(({ thing }) => thing), steps: rows.map(({ step }) => step) };
}

const later = statement<
  [organizationId: number, things: string[], afterAt: string, afterId: string],
  { thing: string }
>(`
  select t.thing from unnest($2::text[]) as t (thing)
  cross join lateral (
    select d.action_id from decided_here d
    join action a on a.organization_id = d.organization_id and a.id = d.action_id
    where d.organization_id = $1 and d.thing = t.thing and a.undone_at is null
      and (a.at, a.id) > ($3::timestamptz, $4::text)
    order by d.action_id desc limit 1) as newest`);

/** Those of these things that an action decided on which was made after another, and is not undone. */
export async function decidedHere(
  { db, organizationId }: Tenancy,
  things: readonly string[],
  after: Made,
): Promise<string[]> {
  const rows = await db.rows(later, organizationId, [...things], after.at, after.id);
  return rows.map(({ thing }) => thing);
}

/** An action of which it is not kept what it decided on. */
export type Unkept = Pick<ActionRow, 'id' | 'steps' | 'undo_steps'>;

const unkept = statement<[organizationId: number, afterAt: string, afterId: string, most: number], Unkept & Made>(`
  select id, at, steps, undo_steps from action
  where organization_id = $1 and not decisions_kept and status <> 'in_progress'
    and (at, id) > ($2::timestamptz, $3::text)
  order by at, id limit $4`);

/** The first of these that were made after another action, and have ended. */
export function unkeptAfter({ db, organizationId }: Tenancy, after: Made, most: number): Promise<(Unkept & Made)[]> {
  return db.rows(unkept, organizationId, after.at, after.id, most);
}

const kept = statement<[organizationId: number, ids: string[]], never>(
  'update action set decisions_kept = true where organization_id = $1 and id = any($2::text[])',
);

/** Notes that it is kept what these have decided on. */
export async function noteKept({ db, organizationId }: Tenancy, ids: string[]): Promise<void> {
  await db.execute(kept, organizationId, ids);
}
