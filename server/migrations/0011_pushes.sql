-- When a change of ours last reached the platform. It is not a sync: what others changed there before it is still
-- unknown here, and a launch has to find it.
alter table campaign add column pushed_at timestamptz;
