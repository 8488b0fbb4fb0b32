-- What is known of an organization's business; drafts, reports and strategies start from it.
create table business_profile (
  organization_id integer primary key,
  url text not null,
  brand_name text not null,
  description text not null,
  products jsonb not null default '[]',
  ideal_customer_profiles jsonb not null default '[]',
  competitors jsonb not null default '[]',
  trust_signals jsonb not null default '[]',
  target_locations jsonb not null default '[]',
  status text not null check (status in ('analysing', 'ready', 'failed')),
  updated_at timestamptz not null
);

-- The ad-platform accounts that an organization's campaigns use or its members selected.
create table ad_account (
  organization_id integer not null,
  id text not null,
  platform text not null default 'google_ads',
  status text not null check (status in ('linked', 'pending', 'not_linked')),
  selected boolean not null default false,
  created_at timestamptz not null,
  primary key (organization_id, id)
);
