-- A failover may lose what was committed last. An epoch that only counts would go back then, and later stand once more where
-- it stood when somebody's access was remembered, although that was taken away by now. So an epoch moves to the present
-- moment, or further.

create function later_epoch() returns bigint language sql volatile as $$
  select (extract(epoch from clock_timestamp()) * 1000000)::bigint
$$;

create or replace function move_access_epoch() returns trigger language plpgsql as $$
declare
  changed jsonb := to_jsonb(coalesce(new, old));
  whose integer := (changed ->> tg_argv[0])::integer;
  later bigint := later_epoch();
begin
  insert into access_epoch (person_id, value) values (whose, later)
  on conflict (person_id) do update set value = greatest(access_epoch.value + 1, excluded.value);
  perform pg_notify('event', access_notice(whose, (changed ->> tg_argv[1])::integer));
  return null;
end
$$;

create or replace function move_access_epochs(people integer[], organizations integer[]) returns void
language plpgsql as $$
declare
  later bigint := later_epoch();
begin
  insert into access_epoch (person_id, value) select distinct whose, later from unnest(people) whose order by whose
  on conflict (person_id) do update set value = greatest(access_epoch.value + 1, excluded.value);
  perform pg_notify('event', access_notice(whose, organization))
  from unnest(people, organizations) as told (whose, organization);
end
$$;

create or replace function move_auth_epoch() returns trigger language plpgsql as $$
declare
  later bigint := later_epoch();
begin
  update auth_epoch set value = greatest(value + 1, later);
  perform pg_notify('event', '{"everybody": true}');
  return null;
end
$$;
