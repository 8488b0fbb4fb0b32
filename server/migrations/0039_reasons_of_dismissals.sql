-- Why somebody dismissed a recommendation, in their words.
alter table recommendation add column closed_reason text;

-- Pending ones by what they are worth: the order in which people go through them.
create index recommendation_by_worth on recommendation (organization_id, estimated_monthly_saving desc nulls last, id)
  where status = 'pending';
