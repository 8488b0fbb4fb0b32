-- Apps that people connect: what OAuth keeps. Of every token only a SHA-256 hash is kept.

-- Apps that registered themselves; those known by a document of their own are not in here.
create table oauth_client (
  id text primary key,
  metadata jsonb not null,
  created_at timestamptz not null,
  used_at timestamptz not null
);

-- The last good document of each app that is known by one, for when its host is down.
create table oauth_client_document (
  url text primary key,
  body text not null,
  fetched_at timestamptz not null
);

-- A request to connect, from the app's first redirect until the person has answered.
create table oauth_request (
  hash bytea primary key,
  payload jsonb not null,
  expires_at timestamptz not null
);

-- One row for each person and app: what the person sees as a connected app. Its scopes are what the next refresh gets.
create table oauth_connection (
  id text primary key,
  person_id integer not null references person on delete cascade,
  client_id text not null,
  client_name text not null,
  scopes text[] not null,
  created_at timestamptz not null,
  unique (person_id, client_id)
);

-- One row for each time the person said yes: the family of tokens that came of it.
create table oauth_session (
  id text primary key,
  connection_id text not null references oauth_connection on delete cascade,
  person_id integer not null,
  resource text not null,
  created_at timestamptz not null,
  used_at timestamptz not null
);
create index oauth_session_of_connection on oauth_session (connection_id);

-- Codes and tokens live no longer than their session; what was used up stays known as used for as long.
create table oauth_token (
  hash bytea primary key,
  kind text not null check (kind in ('AuthorizationCode', 'AccessToken', 'RefreshToken')),
  session_id text not null references oauth_session on delete cascade,
  payload jsonb not null,
  expires_at timestamptz not null,
  used_up_at timestamptz
);
create index oauth_token_of_session on oauth_token (session_id);
create index oauth_token_expiring on oauth_token (expires_at) where used_up_at is null;

-- Ending a session, in whatever way, is seen by the next request on every process.
create trigger oauth_session_goes after delete on oauth_session
  for each row execute function move_access_epoch('person_id');

alter table audit_event add column client text;
alter table unattributed_audit_event add column client text;

alter table task add column requested_by_connection text;
