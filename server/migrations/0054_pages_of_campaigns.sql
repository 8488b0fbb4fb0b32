-- A page of the campaigns in one state, of one ad account, or both: it reads its own rows alone, however many there are.
create index campaign_newest_in_state on campaign (organization_id, state, created_at desc, id desc);
create index campaign_newest_of_account on campaign (organization_id, ad_account_id, created_at desc, id desc);
create index campaign_newest_of_account_in_state on campaign
  (organization_id, ad_account_id, state, created_at desc, id desc);

-- The oldest ad accounts of an organization, in their order.
create index ad_account_oldest on ad_account (organization_id, created_at, id);
