-- What a limit refused of a credential that went on all the same is counted by the minute, in the row of the first.
alter table audit_event add column count integer not null default 1;
