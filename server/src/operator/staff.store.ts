import type { Tenancy } from '../base/context.ts';
import { type Queryable, statement } from '../base/database.ts';

const add = statement<[name: string], never>('insert into staff_team (name) values ($1) on conflict (name) do nothing');

/** Makes a team; false when there is one of that name. */
export async function addTeam(db: Queryable, name: string): Promise<boolean> {
  return (await db.execute(add, name)) > 0;
}

const named = statement<[name: string], { id: number }>('select id from staff_team where name = $1');

/** The id of the team of that name. */
export async function teamNamed(db: Queryable, name: string): Promise<number | undefined> {
  return (await db.row(named, name))?.id;
}

const join = statement<[teamId: number, personId: number], never>(
  'insert into staff_team_member (team_id, person_id) values ($1, $2) on conflict do nothing',
);

/** Puts a person on a team. */
export async function joinTeam(db: Queryable, teamId: number, personId: number): Promise<void> {
  await db.execute(join, teamId, personId);
}

const leave = statement<[personId: number, teamId: number | null], never>(
  'delete from staff_team_member where person_id = $1 and ($2::integer is null or team_id = $2)',
);

/** Takes a person off one team, or off every team where none is named; false when the person was on none. */
export async function leaveTeams(db: Queryable, personId: number, teamId: number | null): Promise<boolean> {
  return (await db.execute(leave, personId, teamId)) > 0;
}

const assign = statement<[organizationId: number, teamId: number], never>(`
  insert into staff_team_assignment (organization_id, team_id) values ($1, $2)
  on conflict (organization_id) do update set team_id = excluded.team_id`);

/** An organization is looked after by at most one team: the one named takes over. */
export async function assignTeam({ db, organizationId }: Tenancy, teamId: number): Promise<void> {
  await db.execute(assign, organizationId, teamId);
}

const unassign = statement<[organizationId: number], never>(
  'delete from staff_team_assignment where organization_id = $1',
);

/** Leaves an organization to itself; false when no team looked after it. */
export async function unassignTeam({ db, organizationId }: Tenancy): Promise<boolean> {
  return (await db.execute(unassign, organizationId)) > 0;
}
