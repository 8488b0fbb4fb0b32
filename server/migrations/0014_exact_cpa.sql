-- Cost for each conversion of the seven days, from the exact figures: from amounts that were rounded it came out different
-- from what performance answers for the same days.
alter table campaign add column cpa_7d numeric not null default 0;

update campaign c set cpa_7d = round(f.cost / f.conversions, 2)
from (
  select b.organization_id, b.campaign_id, (b.cost_micros - coalesce(a.cost_micros, 0))::numeric(40, 20) as cost,
    b.conversions_micros - coalesce(a.conversions_micros, 0) as conversions
  from figure_state s
  join campaign_sum b on b.organization_id = s.organization_id and b.day = s.latest_day
  left join campaign_sum a
    on a.organization_id = b.organization_id and a.campaign_id = b.campaign_id and a.day = s.latest_day - 7
) f
where c.organization_id = f.organization_id and c.id = f.campaign_id and f.conversions <> 0;
