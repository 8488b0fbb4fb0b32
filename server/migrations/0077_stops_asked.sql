-- A start may wait, or ask the platform, while somebody wants the campaign to stop: it notes how often that was so when it was
-- asked for, and is not begun where it has been so again since. When that was is for a start whose process died: its key
-- tells when it was first asked for.
alter table campaign add column stops_asked integer not null default 0, add column stop_asked_at timestamptz;
alter table idempotency_key add column asked_at timestamptz;
