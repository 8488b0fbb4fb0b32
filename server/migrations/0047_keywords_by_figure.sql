-- A page of a campaign's keywords by each figure, in all states or in one: it reads its own rows alone, however many there
-- are.
create index keyword_by_state_cost on keyword (organization_id, campaign_id, state, cost_30d desc, id desc);
create index keyword_by_state_clicks on keyword (organization_id, campaign_id, state, clicks_30d desc, id desc);
create index keyword_by_state_conversions on keyword (organization_id, campaign_id, state, conversions_30d desc, id desc);
drop index keyword_by_cost;

-- How many keywords a campaign has, in all states or in one. Its entries are alike and kept once: tens of thousands are
-- counted from a few pages.
create index keyword_of_state on keyword (organization_id, campaign_id, state);
