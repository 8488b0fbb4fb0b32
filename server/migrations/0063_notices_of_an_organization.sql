-- A membership, or a key, is access to one organization: the notice of its change names that too, so that whoever changes
-- somebody's access in one organization ends none of what that person has open in others.

create function access_notice(whose integer, organization integer) returns text language sql immutable as $$
  select json_strip_nulls(json_build_object('person', whose, 'organization', organization))::text
$$;

create or replace function move_access_epoch() returns trigger language plpgsql as $$
declare
  changed jsonb := to_jsonb(coalesce(new, old));
  whose integer := (changed ->> tg_argv[0])::integer;
begin
  insert into access_epoch (person_id, value) values (whose, 1)
  on conflict (person_id) do update set value = access_epoch.value + 1;
  perform pg_notify('event', access_notice(whose, (changed ->> tg_argv[1])::integer));
  return null;
end
$$;

drop function move_access_epochs(integer[]);
create function move_access_epochs(people integer[], organizations integer[]) returns void language plpgsql as $$
begin
  insert into access_epoch (person_id, value) select distinct whose, 1 from unnest(people) whose order by whose
  on conflict (person_id) do update set value = access_epoch.value + 1;
  perform pg_notify('event', access_notice(whose, organization))
  from unnest(people, organizations) as told (whose, organization);
end
$$;

create or replace function move_epochs_of_gone() returns trigger language plpgsql as $$
begin
  perform move_access_epochs(array_agg(whose), array_agg(organization)) from (
    select distinct (to_jsonb(gone) ->> tg_argv[0])::integer as whose,
      (to_jsonb(gone) ->> tg_argv[1])::integer as organization
    from gone) told;
  return null;
end
$$;

create or replace function move_epochs_of_changed() returns trigger language plpgsql as $$
begin
  perform move_access_epochs(array_agg(whose), array_agg(organization)) from (
    select distinct (to_jsonb(changed) ->> tg_argv[0])::integer as whose,
      (to_jsonb(changed) ->> tg_argv[1])::integer as organization
    from (select * from before except select * from since) changed) told;
  return null;
end
$$;

drop trigger membership_comes_or_goes on membership;
create trigger membership_comes_or_goes after insert or delete on membership
  for each row execute function move_access_epoch('person_id', 'organization_id');
drop trigger membership_changes on membership;
create trigger membership_changes after update on membership
  for each row when (old.* is distinct from new.*)
  execute function move_access_epoch('person_id', 'organization_id');

drop trigger api_key_goes on api_key;
create trigger api_key_goes after delete on api_key
  referencing old table as gone
  for each statement execute function move_epochs_of_gone('creator_id', 'organization_id');
drop trigger api_key_changes on api_key;
create trigger api_key_changes after update on api_key
  referencing old table as before new table as since
  for each statement execute function move_epochs_of_changed('creator_id', 'organization_id');
