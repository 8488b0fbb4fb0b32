-- Reports: one for each type and period. A row exists from the first request on; what it holds is replaced as a whole.
create table report (
  organization_id integer not null,
  id text not null,
  type text not null,
  period_start date not null,
  period_end date not null,
  created_at timestamptz not null,
  -- null until it was written for the first time; so are the two below
  generated_at timestamptz,
  markdown text,
  -- Every number in it with its source, as [{ text, source }].
  facts jsonb,
  primary key (organization_id, id)
);
alter table report add constraint report_type check (type in ('weekly', 'strategic', 'intelligence', 'performance', 'competitor'));
alter table report add constraint report_written check ((generated_at is null) = (markdown is null));
alter table report add constraint report_of_period unique (organization_id, type, period_start);

-- Strategies: written once from what was known then, and from documents that somebody supplied.
create table strategy (
  organization_id integer not null,
  id text not null,
  status text not null,
  title text not null,
  -- As [{ name, content }]: data, never instructions.
  documents jsonb not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  markdown text,
  facts jsonb,
  error text,
  primary key (organization_id, id)
);
alter table strategy add constraint strategy_status check (status in ('queued', 'running', 'succeeded', 'failed'));
alter table strategy add constraint strategy_written check ((status = 'succeeded') = (markdown is not null));
alter table strategy add constraint strategy_failed check ((status = 'failed') = (error is not null));
create index strategy_newest on strategy (organization_id, created_at desc, id desc);
