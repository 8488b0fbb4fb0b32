-- The name under which a launch was sent whose outcome nobody knows: a campaign of that name in the platform is this one.
alter table campaign add column launch_sent_as text;

-- The state that a failed change of state has left behind.
alter table campaign add column state_before_error text
  check (state_before_error in ('draft', 'live', 'paused'));

-- The campaign that a change is about, for whoever decides on it.
alter table queued_write add column campaign text;
