-- An account of the ad platform belongs to one organization at a time. A key over all organizations cannot stand on a
-- tenant table, so who holds an account is kept apart from what the organization knows of it.
create table ad_account_claim (
  account_id text primary key,
  organization_id integer not null references organization on delete cascade,
  claimed_at timestamptz not null
);
create index ad_account_claim_of_organization on ad_account_claim (organization_id);

-- Of several organizations that use an account, the one that linked it first holds it.
with known as materialized (select id from organization)
insert into ad_account_claim (account_id, organization_id, claimed_at)
select distinct on (a.id) a.id, a.organization_id, a.created_at
from ad_account a join known k on k.id = a.organization_id
where a.status <> 'not_linked'
order by a.id, a.created_at, a.organization_id;

with held as materialized (select account_id, organization_id from ad_account_claim)
update ad_account a set status = 'not_linked', selected = false, connection_id = null
from held h
where h.account_id = a.id and h.organization_id <> a.organization_id;

-- Whoever connected a login sees and ends every organization's use of it.
create index ad_connection_of_person on ad_connection (connected_by);
