-- The same words stand on many ads: they are looked for on those that are meant.
drop index keyword_of_text;
create index keyword_of_text on keyword (organization_id, campaign_id, folded, ad_id);
drop index negative_keyword_of_text;
create index negative_keyword_of_text on negative_keyword (organization_id, campaign_id, folded, ad_id);
