-- Whose turn and whose places work of the service itself takes, such as a letter; null: all such work takes turns as one.
alter table task add column holder text;
create index task_turn_of_holder on task ((coalesce(organization_id::text, holder, '')), turn)
  where status in ('queued', 'running');
drop index task_turn_of_organization;
