-- A campaign cannot be stopped before this change has come to an end: it does not wait for the platform's quota.
alter table task add column for_stop boolean not null default false;
