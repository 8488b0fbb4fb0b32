-- Work may keep several campaigns busy, and somebody may want one of them to stop: what makes another one run goes on.
alter table task add column to_stop integer[] not null default '{}';
