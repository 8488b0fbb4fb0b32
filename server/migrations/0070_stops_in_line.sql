-- How often a stop of an organization found a row locked: long work that holds rows looks here whether somebody waits who
-- wants to stop spending, and lets go.
create table stop_in_line (
  organization_id integer primary key,
  times bigint not null
);
