-- Drafts that are written from a website: the language they are shown in, and what each text of an ad stands on.
alter table campaign add column language_id text;
alter table ad add column sources jsonb not null default '{}';
-- When an ad was sent to the platform for the first time: one of its name found there since is ours.
alter table ad add column sent_at timestamptz;
