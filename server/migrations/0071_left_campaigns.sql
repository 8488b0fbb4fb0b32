-- When the platform was last read without the campaign becoming what was read, because work on it was under way: the
-- platform need not tell of that again. Null once it was read since.
alter table campaign add column left_at timestamptz;
create index campaign_left on campaign (organization_id, ad_account_id) where left_at is not null;
