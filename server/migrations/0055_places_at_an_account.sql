-- Whoever asks for a turn at an account that lies far ahead has a place kept: `awaited` until they come for it. A whole
-- network counts together with its addresses. A try that proved `wrong` is marked, and the one that a warning was sent for.
alter table sign_in_failure
  add column network text not null default '',
  add column awaited boolean not null default false,
  add column wrong boolean not null default false,
  add column warned boolean not null default false;
