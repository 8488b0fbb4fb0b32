-- What detectors and the engine propose, and what became of it.
create table recommendation (
  organization_id integer not null,
  id text not null,
  campaign_id bigint not null,
  -- A detector's name, or what the engine calls it.
  type text not null,
  -- superseded: a later run found nothing left to do. undone: it was applied and taken back.
  status text not null check (status in ('pending', 'applied', 'dismissed', 'undone', 'superseded')),
  summary text not null,
  -- What applying would do, in order; see recommendations/proposal.ts.
  proposals jsonb not null,
  -- The findings behind it, as they were answered.
  findings jsonb not null,
  -- null where none is computed.
  estimated_monthly_saving numeric(14, 2),
  created_at timestamptz not null,
  -- When its details were last replaced.
  updated_at timestamptz not null,
  -- When it left pending.
  closed_at timestamptz,
  primary key (organization_id, id)
);
-- One pending of a type on a campaign: the next run replaces its details.
create unique index recommendation_pending on recommendation (organization_id, campaign_id, type) where status = 'pending';
create index recommendation_newest on recommendation (organization_id, status, created_at desc, id desc);
