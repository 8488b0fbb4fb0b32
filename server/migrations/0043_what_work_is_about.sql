-- What a task works on, such as a draft or a report, by which its page finds the newest; null where no page asks.
alter table task add column about text;
create index task_about on task (organization_id, about, task_tracking_id) where about is not null;
