-- What of a campaign was found to be other in the platform than our rows had it, and when last: somebody decided on it
-- there, and undoing an earlier action leaves it alone. Things are named as steps name them.
create table decided_there (
  organization_id integer not null,
  campaign_id bigint not null,
  thing text not null,
  at timestamptz not null,
  primary key (organization_id, campaign_id, thing)
);

-- When the account was last linked that had been linked before and then given up or disconnected: what was decided in
-- between nobody has seen. Null where that never was.
alter table ad_account add column linked_again_at timestamptz;
