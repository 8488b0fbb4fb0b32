-- What is known of a request whose change is executed, noted with the change and taken away with its audit event: what is
-- left is of requests whose answer nobody knows.
create table begun_request (
  organization_id integer not null,
  request_id text not null,
  begun_at timestamptz not null,
  event jsonb not null,
  primary key (organization_id, request_id)
);
