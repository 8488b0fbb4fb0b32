-- What a change that waits would do can change while it waits; each time it is said anew under another number, so that
-- nobody approves what they have not seen.
alter table queued_write add column revision integer not null default 0;
