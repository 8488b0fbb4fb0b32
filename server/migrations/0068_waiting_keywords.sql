-- Keywords that the platform does not have yet, of the hundred thousand a campaign may have: every sync asks for them.
create index keyword_waiting on keyword (organization_id, campaign_id) where platform_id is null;
