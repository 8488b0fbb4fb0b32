-- The same words stand on many ads: they are looked for on those that are meant.
create index keyword_of_ad on keyword (organization_id, ad_id, folded);
