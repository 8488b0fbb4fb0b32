-- The keywords that the findings of a recommendation save on, each once, and what each saves in a month: several
-- recommendations may save on one keyword, and in a sum of savings it counts once. Sums are asked for with every page, and
-- there may be a thousand findings.
alter table recommendation
  add column saving_keywords bigint[] not null default '{}',
  add column keyword_savings double precision[] not null default '{}';

update recommendation r set saving_keywords = s.keywords, keyword_savings = s.savings
from (
  select organization_id, id, array_agg(keyword_id order by keyword_id) as keywords,
    array_agg(saving order by keyword_id) as savings
  from (
    select r.organization_id, r.id, f.keyword_id, max(f.monthly_saving) as saving
    from recommendation r cross join lateral
      jsonb_to_recordset(r.findings) as f (keyword_id bigint, monthly_saving double precision)
    where f.keyword_id is not null and f.monthly_saving > 0 group by r.organization_id, r.id, f.keyword_id
  ) k group by organization_id, id
) s
where s.organization_id = r.organization_id and s.id = r.id;
