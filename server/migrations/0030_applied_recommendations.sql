-- The action that is carrying a recommendation out: until it has ended, no detector replaces its details.
alter table recommendation add column applying text;
-- The action that carried it out.
alter table recommendation add column action_id text;
-- Who dismissed it.
alter table recommendation add column closed_by integer;
