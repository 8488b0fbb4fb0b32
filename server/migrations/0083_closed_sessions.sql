-- A session that was only closed is noted too: what was asked for in it is still wanted, until its person ends whatever
-- sessions they have. Whoever has copied a cookie signs out as well, before anybody can end that session.
alter table ended_session add column still_wanted boolean not null default false;
create index ended_session_still_wanted on ended_session (person_id) where still_wanted;
