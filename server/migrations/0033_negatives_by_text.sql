-- A few words are looked for among the many that a campaign excludes.
create index negative_keyword_of_text on negative_keyword (organization_id, campaign_id, folded);
