-- Operations of the ad platform's daily quota that all processes have used together.
create table platform_quota (
  day date primary key,
  used bigint not null
);
create index task_finished on task (finished_at) where finished_at is not null;
