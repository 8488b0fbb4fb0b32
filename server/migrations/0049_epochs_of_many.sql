-- Many rows that go or change in one statement move the epoch of each person once: a row each would write the same epoch
-- again and again, ever more slowly, and hold up whoever waits for it. People are taken in one order, so that two such
-- statements never wait for each other.

create function move_access_epochs(people integer[]) returns void language plpgsql as $$
begin
  insert into access_epoch (person_id, value) select whose, 1 from unnest(people) whose order by whose
  on conflict (person_id) do update set value = access_epoch.value + 1;
  perform pg_notify('event', json_build_object('person', whose)::text) from unnest(people) whose;
end
$$;

create function move_epochs_of_gone() returns trigger language plpgsql as $$
begin
  perform move_access_epochs(array(select distinct (to_jsonb(gone) ->> tg_argv[0])::integer from gone));
  return null;
end
$$;

create function move_epochs_of_changed() returns trigger language plpgsql as $$
begin
  perform move_access_epochs(array(
    select distinct (to_jsonb(changed) ->> tg_argv[0])::integer
    from (select * from before except select * from since) changed));
  return null;
end
$$;

drop trigger session_goes on session;
create trigger session_goes after delete on session
  referencing old table as gone
  for each statement execute function move_epochs_of_gone('person_id');
drop trigger session_changes on session;
create trigger session_changes after update on session
  referencing old table as before new table as since
  for each statement execute function move_epochs_of_changed('person_id');

drop trigger api_key_goes on api_key;
create trigger api_key_goes after delete on api_key
  referencing old table as gone
  for each statement execute function move_epochs_of_gone('creator_id');
drop trigger api_key_changes on api_key;
create trigger api_key_changes after update on api_key
  referencing old table as before new table as since
  for each statement execute function move_epochs_of_changed('creator_id');

drop trigger oauth_session_goes on oauth_session;
create trigger oauth_session_goes after delete on oauth_session
  referencing old table as gone
  for each statement execute function move_epochs_of_gone('person_id');
