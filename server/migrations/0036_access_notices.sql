-- Whoever's access changes is let go by every process that has a stream of events open for them: the epochs say so when
-- they move, as the transaction that moves them commits.

create or replace function move_access_epoch() returns trigger language plpgsql as $$
declare
  whose integer := (to_jsonb(coalesce(new, old)) ->> tg_argv[0])::integer;
begin
  insert into access_epoch (person_id, value) values (whose, 1)
  on conflict (person_id) do update set value = access_epoch.value + 1;
  perform pg_notify('event', json_build_object('person', whose)::text);
  return null;
end
$$;

create or replace function move_auth_epoch() returns trigger language plpgsql as $$
begin
  update auth_epoch set value = value + 1;
  perform pg_notify('event', '{"everybody": true}');
  return null;
end
$$;
