-- Every campaign that nobody here knows is looked for among these when an account is read.
create index campaign_sent on campaign (organization_id, ad_account_id, launch_sent_as) where launch_sent_as is not null;
create index campaign_launching on campaign (organization_id, ad_account_id, name) where pending_state is not null;
