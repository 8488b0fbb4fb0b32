-- What becomes of what, told apart from any text that its requester wrote.
alter table queued_write add column changes jsonb not null default '[]';
-- The key or connected app that asked: how many of its changes may wait is limited.
alter table queued_write add column credential text;

drop index queued_write_pending;
create index queued_write_pending on queued_write (organization_id, requested_at, id) where status = 'pending';
create index queued_write_of_credential on queued_write (organization_id, credential) where status = 'pending';
create index queued_write_newest on queued_write (organization_id, requested_at desc, id desc);
