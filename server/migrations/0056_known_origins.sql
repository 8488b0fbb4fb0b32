-- Where a person has signed in, or followed a link of ours: there they do not wait for what others try at their account.
-- It outlives the sessions: who signs out, or chooses a new password, would be a stranger again while somebody guesses.
create table known_origin (
  person_id integer not null references person on delete cascade,
  origin text not null,
  seen_at timestamptz not null,
  primary key (person_id, origin)
);
create index known_origin_by_time on known_origin (seen_at);

insert into known_origin (person_id, origin, seen_at)
select person_id, ip, max(created_at) from session where ip ~ '^[0-9.]+$' group by person_id, ip;
