-- What tells whether a process was given the same master keys as the others: an HMAC of a constant under each key. It
-- gives nothing of the key away.
create table master_key_check (
  key_id text primary key,
  value bytea not null
);
