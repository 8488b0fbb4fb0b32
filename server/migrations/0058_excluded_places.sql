-- Where a campaign is not shown, each { id, name } as the platform names it. Every account is read as a whole once more, so
-- that the campaigns that are here already tell it.
alter table campaign add column excluded_locations jsonb not null default '[]';
update ad_account set change_cursor = null;
