-- A few words, those of search terms, are looked for among the many that a campaign bids on.
create index keyword_of_text on keyword (organization_id, campaign_id, folded);
