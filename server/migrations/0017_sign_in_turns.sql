-- Tries at an account take turns: `at` is the instant of the turn, which may lie ahead. Each keeps where it came from,
-- and whether that address had failed at the account often before.
alter table sign_in_failure
  add column origin text not null default '',
  add column insistent boolean not null default false;
