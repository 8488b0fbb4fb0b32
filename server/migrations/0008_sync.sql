-- What linking accounts and keeping them in step needs beyond the campaigns themselves.

-- A connect flow is good only in the session it began in. Those under way would last ten minutes at most.
delete from ad_connect_attempt;
alter table ad_connect_attempt add column session_hash bytea not null;

alter table ad_connection
  -- The accounts that the login could advertise in when it was connected.
  add column accounts jsonb not null default '[]',
  add column connected_at timestamptz;

-- When the figures of the last days, weeks and months were read last; the longer ones include the shorter.
alter table ad_account
  add column days_synced_at timestamptz,
  add column weeks_synced_at timestamptz,
  add column months_synced_at timestamptz;
-- The accounts of all organizations that are kept in step.
create index ad_account_linked on ad_account (organization_id, id) where status = 'linked';

-- A budget that serves other campaigns too cannot be changed for one of them.
alter table campaign add column budget_shared boolean not null default false;
alter table ad add column approval text;
alter table keyword
  add column low_volume boolean not null default false,
  add column first_page_cpc numeric(12, 2);
