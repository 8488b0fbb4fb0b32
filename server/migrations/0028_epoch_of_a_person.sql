-- What one person may do is guarded by an epoch of that person: whoever's access is changed again and again has only
-- their own requests looked up anew. The one epoch of all is left for what the operator changes.

create table access_epoch (
  person_id integer primary key,
  value bigint not null
);

create function move_access_epoch() returns trigger language plpgsql as $$
declare
  whose integer := (to_jsonb(coalesce(new, old)) ->> tg_argv[0])::integer;
begin
  insert into access_epoch (person_id, value) values (whose, 1)
  on conflict (person_id) do update set value = access_epoch.value + 1;
  return null;
end
$$;

drop trigger membership_moves_epoch on membership;
create trigger membership_comes_or_goes after insert or delete on membership
  for each row execute function move_access_epoch('person_id');
create trigger membership_changes after update on membership
  for each row when (old.* is distinct from new.*) execute function move_access_epoch('person_id');

drop trigger api_key_moves_epoch on api_key;
create trigger api_key_goes after delete on api_key
  for each row execute function move_access_epoch('creator_id');
create trigger api_key_changes after update on api_key
  for each row when (old.* is distinct from new.*) execute function move_access_epoch('creator_id');

drop trigger session_moves_epoch on session;
create trigger session_goes after delete on session
  for each row execute function move_access_epoch('person_id');
create trigger session_changes after update on session
  for each row when (old.* is distinct from new.*) execute function move_access_epoch('person_id');

drop trigger person_moves_epoch on person;
create trigger person_goes after delete on person
  for each row execute function move_access_epoch('id');
create trigger person_changes after update on person
  for each row when (old.* is distinct from new.*) execute function move_access_epoch('id');

drop trigger staff_team_member_moves_epoch on staff_team_member;
create trigger staff_team_member_moves_epoch after insert or update or delete on staff_team_member
  for each row execute function move_access_epoch('person_id');

-- An identity holds no more of an organization than its name in addresses and its limit.
drop trigger organization_moves_epoch on organization;
create trigger organization_goes after delete on organization
  for each statement execute function move_auth_epoch();
create trigger organization_changes after update on organization
  for each row
  when ((old.slug, old.rate_limit_per_minute) is distinct from (new.slug, new.rate_limit_per_minute))
  execute function move_auth_epoch();
