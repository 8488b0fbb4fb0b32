-- From what to what the limits on money were set, by whom and in which request; null stands for no cap.
create table limit_change (
  organization_id integer not null,
  id text not null,
  request_id text not null,
  at timestamptz not null,
  "user" text not null,
  max_spend_before numeric(14, 2),
  max_spend numeric(14, 2),
  api_budget_change_limit_pct_before numeric(7, 2) not null,
  api_budget_change_limit_pct numeric(7, 2) not null,
  constraint limit_change_pkey primary key (organization_id, id)
);
