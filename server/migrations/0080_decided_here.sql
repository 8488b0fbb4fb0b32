-- What each action has decided on, by its steps, as long as it is not undone: undoing an earlier one leaves that alone.
-- Things are kept by a number that their names have: there are very many, and some names are long.
create table decided_here (
  organization_id integer not null,
  thing bigint not null,
  at timestamptz not null,
  action_id text not null,
  step integer not null,
  primary key (organization_id, thing, at, action_id, step)
);
create index decided_here_by on decided_here (organization_id, action_id);

-- Of actions that ended before it was kept, it is read from their steps when it is first asked for.
alter table action add column decisions_kept boolean not null default false;
create index action_without_decisions on action (organization_id, at, id)
  where not decisions_kept and status <> 'in_progress';
