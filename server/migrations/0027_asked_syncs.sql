-- When everything of an account was last asked for anew, or will have been: syncs that people ask for begin apart.
alter table ad_account add column sync_asked_at timestamptz;
