-- Who may enter: people, organizations, memberships, the operator's staff, keys and sessions.

create table organization (
  id integer generated always as identity primary key,
  slug text not null unique check (slug ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  name text not null,
  plan text not null default 'standard',
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  max_spend numeric(14, 2) check (max_spend >= 0),
  api_budget_change_limit_pct numeric(7, 2) not null default 25 check (api_budget_change_limit_pct >= 0),
  approvals_required boolean not null default false,
  rate_limit_per_minute integer check (rate_limit_per_minute > 0),
  daily_write_quota integer check (daily_write_quota >= 0),
  created_at timestamptz not null
);

create table person (
  id integer generated always as identity primary key,
  email text not null check (email = lower(email)),
  name text not null,
  password_hash text,
  created_at timestamptz not null,
  unique (email)
);

create table membership (
  organization_id integer not null references organization on delete cascade,
  person_id integer not null references person on delete cascade,
  role text not null check (role in ('owner', 'admin', 'member')),
  created_at timestamptz not null,
  primary key (organization_id, person_id)
);
create index membership_of_person on membership (person_id);

-- The operator's ad-operations staff work in teams; an organization is looked after by at most one.
create table staff_team (
  id integer generated always as identity primary key,
  name text not null unique
);

create table staff_team_member (
  team_id integer not null references staff_team on delete cascade,
  person_id integer not null references person on delete cascade,
  primary key (person_id, team_id)
);

create table staff_team_assignment (
  organization_id integer primary key references organization on delete cascade,
  team_id integer not null references staff_team on delete cascade
);
create index staff_team_assignment_of_team on staff_team_assignment (team_id);

create table api_key (
  organization_id integer not null references organization on delete cascade,
  id text not null,
  name text not null,
  creator_id integer not null references person on delete cascade,
  scopes text[] not null,
  hash bytea not null,
  prefix text not null,
  last_four text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  rotated_at timestamptz,
  replaced_by text,
  revoked_at timestamptz,
  revoked_because text check (revoked_because in ('revoked', 'exposed')),
  primary key (organization_id, id),
  unique (hash)
);
create index api_key_expiring on api_key (expires_at) where revoked_at is null and rotated_at is null;

-- Which expiry notices went out, so that each is sent once.
create table api_key_notice (
  organization_id integer not null,
  key_id text not null,
  days_before integer not null,
  sent_at timestamptz not null,
  primary key (organization_id, key_id, days_before),
  foreign key (organization_id, key_id) references api_key on delete cascade
);

-- Dashboard sessions; only the hash of the cookie is kept.
create table session (
  hash bytea primary key,
  person_id integer not null references person on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ip text,
  user_agent text
);
create index session_of_person on session (person_id);

-- Every change that could narrow what someone may do moves the epoch, in the same transaction. Processes keep
-- identities in memory and no answer leaves before the epoch was found unmoved.
create table auth_epoch (
  only_row boolean primary key default true check (only_row),
  value bigint not null
);
insert into auth_epoch (value) values (1);

create function move_auth_epoch() returns trigger language plpgsql as $$
begin
  update auth_epoch set value = value + 1;
  return null;
end
$$;

create trigger membership_moves_epoch after insert or update or delete on membership
  for each statement execute function move_auth_epoch();
create trigger api_key_moves_epoch after update or delete on api_key
  for each statement execute function move_auth_epoch();
create trigger session_moves_epoch after update or delete on session
  for each statement execute function move_auth_epoch();
create trigger person_moves_epoch after update or delete on person
  for each statement execute function move_auth_epoch();
create trigger organization_moves_epoch after update or delete on organization
  for each statement execute function move_auth_epoch();
create trigger staff_team_moves_epoch after update or delete on staff_team
  for each statement execute function move_auth_epoch();
create trigger staff_team_member_moves_epoch after insert or update or delete on staff_team_member
  for each statement execute function move_auth_epoch();
create trigger staff_team_assignment_moves_epoch after insert or update or delete on staff_team_assignment
  for each statement execute function move_auth_epoch();

-- Secrets that all processes share (cursor signatures, for example).
create table service_secret (
  name text primary key,
  value bytea not null
);

-- Request allowances; losing them in a crash only refills a bucket.
create unlogged table rate_bucket (
  holder text primary key,
  tokens double precision not null,
  refilled_at double precision not null,
  held double precision not null,
  held_until double precision not null
);

-- Takes a block of requests out of a bucket that refills evenly. A process tells which block it held before (and how
-- much of it was not used): what is out on lease counts against the bucket's size, so that all processes together
-- never admit more than the limit.
create function lease_requests(
  p_holder text, p_limit double precision, p_want double precision,
  p_released double precision, p_unused double precision, p_now double precision, p_lease_seconds double precision
) returns table (granted double precision, remaining double precision) language plpgsql as $$
declare
  bucket rate_bucket;
begin
  insert into rate_bucket values (p_holder, p_limit, p_now, 0, 0) on conflict do nothing;
  select * into bucket from rate_bucket where holder = p_holder for update;
  bucket.held := case when p_now < bucket.held_until then greatest(0, bucket.held - p_released) else 0 end;
  bucket.tokens := least(
    p_limit - bucket.held,
    bucket.tokens + p_unused + greatest(0, p_now - bucket.refilled_at) * p_limit / 60
  );
  granted := greatest(0, floor(least(p_want, bucket.tokens)));
  remaining := bucket.tokens - granted;
  update rate_bucket
    set tokens = remaining, refilled_at = greatest(p_now, bucket.refilled_at),
        held = bucket.held + granted, held_until = p_now + p_lease_seconds
    where holder = p_holder;
  return next;
end
$$;
