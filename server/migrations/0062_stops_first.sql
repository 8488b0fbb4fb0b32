-- Whether a change that waits stops what may be spending: those are shown first, and have room of their own.
alter table queued_write add column stops boolean not null default false;
create index queued_write_stops_first on queued_write (organization_id, (not stops), requested_at, id)
  where status = 'pending';
