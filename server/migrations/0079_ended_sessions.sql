-- Sessions that were ended because they are not trusted any more: what was asked for in one, and waits, is not made. Who only
-- signed out, or whose session ran out, still wants what they had asked for.
create table ended_session (
  id text primary key,
  person_id integer not null references person on delete cascade,
  ended_at timestamptz not null
);
create index ended_session_by_time on ended_session (ended_at);
