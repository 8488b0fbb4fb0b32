-- A second factor that a person may turn on: codes of an authenticator app (RFC 6238). That it is on, and since when,
-- stands with the person, whose row every sign-in holds: whoever signs in while it is turned on is asked for it.
alter table person add column second_factor_since timestamptz;

-- The secret, sealed; begun and not confirmed yet where the person has no second factor. Of each code the time step is
-- kept, so that none is taken twice.
create table second_factor (
  person_id integer primary key references person on delete cascade,
  sealed_secret text not null,
  begun_at timestamptz not null,
  last_step bigint not null default 0
);

-- Codes for whoever has lost the app, each for once. Only a SHA-256 hash is kept.
create table recovery_code (
  person_id integer not null references second_factor on delete cascade,
  hash bytea not null,
  used_at timestamptz,
  primary key (person_id, hash)
);
