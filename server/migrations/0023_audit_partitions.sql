-- The audit trail is kept by whole partitions, so that removing what is old costs no more than dropping a table. An
-- event for which there is no partition goes to the default one, and moves when its partition is made.

-- Makes the partition of one stretch of time, unless it is there. Callers of several processes take turns.
create function make_audit_partition(p_parent text, p_from timestamptz, p_to timestamptz)
returns boolean language plpgsql set lock_timeout = '2s' set timezone = 'UTC' as $$
declare
  v_default text := p_parent || '_default';
  v_name text := p_parent || '_' || to_char(p_from, 'YYYYMMDD');
begin
  if to_regclass(quote_ident(v_name)) is not null then return false; end if;
  perform pg_advisory_xact_lock(hashtext('audit partitions'));
  if exists (select 1 from pg_inherits join pg_class on pg_class.oid = inhrelid
             where inhparent = p_parent::regclass and relname = v_name) then
    return false;
  end if;
  -- Attaching lets events go on being written meanwhile; creating it as a partition would not.
  execute format('create table %I (like %I including all)', v_name, p_parent);
  execute format('lock table %I in access exclusive mode', v_default);
  execute format(
    'with moved as (delete from %I where at >= %L and at < %L returning *) insert into %I select * from moved',
    v_default, p_from, p_to, v_name
  );
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', p_parent, v_name, p_from, p_to);
  return true;
end
$$;

-- Drops every partition that ends by then, and what is older in the default one. Tells how many were dropped.
create function drop_audit_partitions(p_parent text, p_stretch interval, p_before timestamptz)
returns integer language plpgsql set lock_timeout = '2s' set timezone = 'UTC' as $$
declare
  v_name text;
  v_dropped integer := 0;
begin
  perform pg_advisory_xact_lock(hashtext('audit partitions'));
  for v_name in
    select relname from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = p_parent::regclass and relname ~ '_\d{8}$' order by relname
  loop
    if to_timestamp(right(v_name, 8), 'YYYYMMDD') + p_stretch <= p_before then
      execute format('drop table %I', v_name);
      v_dropped := v_dropped + 1;
    end if;
  end loop;
  execute format('delete from %I where at < %L', p_parent || '_default', p_before);
  return v_dropped;
end
$$;

alter table audit_event rename to audit_event_before;
alter index audit_event_pkey rename to audit_event_before_pkey;
create table audit_event (
  organization_id integer not null,
  at timestamptz not null,
  request_id text not null,
  operation text not null,
  path text not null,
  status_code smallint not null,
  error_code text,
  actor_type text,
  "user" text,
  key_prefix text,
  key_last_four text,
  ip text,
  user_agent text,
  primary key (organization_id, at, request_id)
) partition by range (at);
create table audit_event_default partition of audit_event default;

-- Those of people without an organization one by one; those of nobody counted by address, path and minute, in the row
-- of the first.
alter table unattributed_audit_event rename to unattributed_audit_event_before;
alter index unattributed_audit_event_pkey rename to unattributed_audit_event_before_pkey;
create table unattributed_audit_event (
  at timestamptz not null,
  request_id text not null,
  operation text not null,
  path text not null,
  status_code smallint not null,
  error_code text,
  actor_type text,
  "user" text,
  key_prefix text,
  key_last_four text,
  ip text,
  user_agent text,
  count integer not null default 1,
  primary key (at, request_id)
) partition by range (at);
create table unattributed_audit_event_default partition of unattributed_audit_event default;

-- Months of the organizations' events, and days of the others; what there is moves to where it belongs.
select make_audit_partition('audit_event', month, month + interval '1 month')
from (
  select date_trunc('month', at) as month from audit_event_before
  union select date_trunc('month', now()) + make_interval(months => ahead) from generate_series(0, 2) as ahead
) as months;
insert into audit_event select * from audit_event_before;
drop table audit_event_before;

insert into unattributed_audit_event
  (at, request_id, operation, path, status_code, error_code, actor_type, "user", key_prefix, key_last_four, ip, user_agent)
select * from unattributed_audit_event_before;
drop table unattributed_audit_event_before;
