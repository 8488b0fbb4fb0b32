-- Of a campaign that a recommendation made: which campaign it grew out of, and what that one excludes once this is launched.
alter table campaign add column grown_from jsonb;
-- An action may be on its way on several campaigns: its marks are taken back together.
create index campaign_pending on campaign (organization_id, pending_action) where pending_action is not null;
