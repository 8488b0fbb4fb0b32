-- What each action has decided on, by its steps: undoing an earlier one leaves that alone.
create table decided_here (
  organization_id integer not null,
  thing text not null,
  action_id text not null,
  step integer not null,
  primary key (organization_id, thing, action_id, step)
);

-- Of actions that ended before it was kept, it is read from their steps when it is first asked for.
alter table action add column decisions_kept boolean not null default false;
create index action_without_decisions on action (organization_id, at, id)
  where not decisions_kept and status <> 'in_progress';
