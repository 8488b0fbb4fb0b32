-- Changes that are put into the queue are counted by the day, as executed ones are: each is kept whatever becomes of it.
alter table write_quota add column held integer not null default 0;

-- Stands for what was asked for, so that the same need not wait twice; null where asking twice means two.
alter table queued_write add column fingerprint bytea;
-- How many changes there are; the first of them, where there are more than lists show. Older rows have neither.
alter table queued_write add column changes_count integer, add column first_changes jsonb;
-- The input of what was never made is let go after a while, and its changes: then it is null.
alter table queued_write alter column input drop not null;
create index queued_write_never_made on queued_write (organization_id, decided_at)
  where status in ('rejected', 'failed') and input is not null;
