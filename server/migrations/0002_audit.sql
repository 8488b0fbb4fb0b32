-- One event for each request, in the organization where the caller acted.
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
);

-- Requests that belong to no organization: nobody recognisable sent them. For the operator.
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
  primary key (at, request_id)
);
