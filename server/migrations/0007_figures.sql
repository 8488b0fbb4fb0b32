-- Daily figures as the ad platform reports them, and what is kept ready from them for reading. Costs, conversions and
-- their value are integers in millionths, so that they add up exactly and fast.

create table campaign_day (
  organization_id integer not null,
  campaign_id bigint not null,
  day date not null,
  impressions integer not null,
  clicks integer not null,
  cost_micros bigint not null check (cost_micros >= 0),
  conversions_micros bigint not null,
  value_micros bigint not null,
  -- Fractions; null where the platform gives none.
  impression_share double precision,
  lost_to_budget double precision,
  lost_to_rank double precision,
  primary key (organization_id, campaign_id, day)
);
create index campaign_day_by_day on campaign_day (organization_id, day);

create table keyword_day (
  organization_id integer not null,
  day date not null,
  keyword_id bigint not null,
  campaign_id bigint not null,
  impressions integer not null,
  clicks integer not null,
  cost_micros bigint not null check (cost_micros >= 0),
  conversions_micros bigint not null,
  value_micros bigint not null,
  primary key (organization_id, keyword_id, day)
);
create index keyword_day_by_day on keyword_day (organization_id, day, campaign_id);

-- Each text once for each campaign; ids count up from 1 in every organization, so that sums can be kept in arrays.
create table search_term (
  organization_id integer not null,
  id integer not null,
  campaign_id bigint not null,
  term text not null,
  primary key (organization_id, id),
  unique (organization_id, campaign_id, term)
);

create table search_term_day (
  organization_id integer not null,
  day date not null,
  campaign_id bigint not null,
  -- 0 where the ad is not known here.
  ad_id bigint not null,
  term_id integer not null,
  impressions integer not null,
  clicks integer not null,
  cost_micros bigint not null check (cost_micros >= 0),
  conversions_micros bigint not null,
  value_micros bigint not null,
  primary key (organization_id, day, campaign_id, term_id, ad_id)
);

-- How far the tables below have followed the ones above.
create table figure_state (
  organization_id integer not null,
  -- Counts the rebuilds.
  generation bigint not null default 0,
  -- The days that the sums cover; null while there are no figures.
  first_day date,
  latest_day date,
  -- The earliest day replaced since the last rebuild; null: nothing was.
  changed_from date,
  rebuilt_at timestamptz,
  primary key (organization_id)
);

-- Everything up to and including a day: a period of any length is the difference of two days. Each campaign has a row
-- for every day from its first figures to the organization's latest day.
create table campaign_sum (
  organization_id integer not null,
  day date not null,
  campaign_id bigint not null,
  impressions bigint not null,
  clicks bigint not null,
  cost_micros bigint not null,
  conversions_micros bigint not null,
  value_micros bigint not null,
  primary key (organization_id, day, campaign_id)
);

create table organization_sum (
  organization_id integer not null,
  day date not null,
  impressions bigint not null,
  clicks bigint not null,
  cost_micros bigint not null,
  conversions_micros bigint not null,
  value_micros bigint not null,
  primary key (organization_id, day)
);

-- The search-term rows of one day, one after the other in fixed width: what ranking reads, many times faster than rows.
create table packed_term_day (
  organization_id integer not null,
  day date not null,
  rows bytea not null,
  primary key (organization_id, day)
);
alter table packed_term_day alter column rows set storage external;

-- Search terms of the last 1 to 90 days, highest cost first. A list may hold only its beginning.
create table search_term_list (
  organization_id integer not null,
  -- 0: all campaigns
  campaign_id bigint not null,
  days smallint not null check (days between 1 and 90),
  total integer not null,
  -- How many positions are kept.
  depth integer not null check (depth <= total),
  primary key (organization_id, campaign_id, days)
);

-- A stretch of a list; it is found by its last entry. Entries are ordered by cost, then id, both falling.
create table search_term_chunk (
  organization_id integer not null,
  campaign_id bigint not null,
  days smallint not null,
  last_cost bigint not null,
  last_term_id integer not null,
  first_position integer not null,
  term_ids integer[] not null,
  costs bigint[] not null,
  clicks integer[] not null,
  conversions bigint[] not null,
  primary key (organization_id, campaign_id, days, last_cost, last_term_id)
);
