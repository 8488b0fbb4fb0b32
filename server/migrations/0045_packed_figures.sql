-- A campaign's daily rows of keywords or search terms, those of one day one after the other in fixed width, as far back as
-- detectors look: a million rows are read as a few hundred.
create table packed_figures (
  organization_id integer not null,
  campaign_id bigint not null,
  level text not null constraint packed_figures_level check (level in ('keyword', 'search_term')),
  day date not null,
  rows bytea not null,
  primary key (organization_id, campaign_id, level, day)
);
-- Numbers do not compress, and unpacking takes time.
alter table packed_figures alter column rows set storage external;

insert into packed_figures (organization_id, campaign_id, level, day, rows)
select f.organization_id, f.campaign_id, 'keyword', f.day,
  string_agg(int8send(f.keyword_id) || int8send(f.impressions) || int8send(f.clicks) || int8send(f.cost_micros)
    || int8send(f.conversions_micros), '')
from keyword_day f join figure_state s on s.organization_id = f.organization_id
where f.day between s.latest_day - 182 and s.latest_day
group by f.organization_id, f.campaign_id, f.day;

insert into packed_figures (organization_id, campaign_id, level, day, rows)
select f.organization_id, f.campaign_id, 'search_term', f.day,
  string_agg(int8send(f.term_id) || int8send(f.ad_id) || int8send(f.clicks) || int8send(f.cost_micros)
    || int8send(f.conversions_micros), '')
from search_term_day f join figure_state s on s.organization_id = f.organization_id
where f.day between s.latest_day - 92 and s.latest_day
  and (f.clicks > 0 or f.cost_micros > 0 or f.conversions_micros > 0)
group by f.organization_id, f.campaign_id, f.day;
