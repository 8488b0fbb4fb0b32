-- Secrets are rotated: of each name the newest signs, and those before it are accepted for a while.
alter table service_secret add column made_at timestamptz not null default 'epoch';
alter table service_secret drop constraint service_secret_pkey;
alter table service_secret add constraint service_secret_pkey primary key (name, made_at);
