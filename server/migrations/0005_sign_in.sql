-- Tries to sign in that did not succeed, or are still being looked at. The account is the hash of the email sent,
-- so that addresses of people we do not know are not kept.
create table sign_in_failure (
  id bigint generated always as identity primary key,
  account bytea not null,
  at timestamptz not null
);
create index sign_in_failure_of_account on sign_in_failure (account, at);
create index sign_in_failure_by_time on sign_in_failure (at);
create index session_by_expiry on session (expires_at);
