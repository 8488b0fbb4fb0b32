import { statement } from '../base/database.ts';

export const addTeam = statement<[name: string], never>(
  'insert into staff_team (name) values ($1) on conflict (name) do nothing',
);

export const teamNamed = statement<[name: string], { id: number }>('select id from staff_team where name = $1');

export const joinTeam = statement<[teamId: number, personId: number], never>(
  'insert into staff_team_member (team_id, person_id) values ($1, $2) on conflict do nothing',
);

/** Ends what a person is on one team, or on every team where none is named. */
export const leaveTeams = statement<[personId: number, teamId: number | null], never>(
  'delete from staff_team_member where person_id = $1 and ($2::integer is null or team_id = $2)',
);

/** An organization is looked after by at most one team: the one named takes over. */
export const assignTeam = statement<[organizationId: number, teamId: number], never>(`
  insert into staff_team_assignment (organization_id, team_id) values ($1, $2)
  on conflict (organization_id) do update set team_id = excluded.team_id`);

export const unassignTeam = statement<[organizationId: number], never>(
  'delete from staff_team_assignment where organization_id = $1',
);
