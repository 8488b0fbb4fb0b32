-- As begun_request, of requests that belong to no organization as far as is known when they begin to change something: what
-- people do to their accounts, what apps do with their tokens. Which organization an event belongs to, if any, it tells
-- itself.
create table begun_request_apart (
  request_id text primary key,
  begun_at timestamptz not null,
  event jsonb not null
);
