-- How often somebody has ended all their sessions, or all but one; and how often they had as a session was closed. What was
-- asked for in one that was closed is still wanted as long as the two are the same: ending costs as much for somebody who
-- has closed very many.
alter table person add column endings integer not null default 0;
alter table ended_session add column endings integer not null default 0;
drop index ended_session_still_wanted;
