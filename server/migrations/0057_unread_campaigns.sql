-- When something became of a campaign in the platform, or may have, that our row does not tell: set until it was read there.
alter table campaign add column unread_since timestamptz;
create index campaign_unread on campaign (organization_id, ad_account_id) where unread_since is not null;
