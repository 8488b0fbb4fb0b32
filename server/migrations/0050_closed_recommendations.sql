-- Finds what came to nothing of one type on one campaign: only the newest of it are kept.
create index recommendation_closed on recommendation (organization_id, campaign_id, type, closed_at)
  where status in ('dismissed', 'superseded');
