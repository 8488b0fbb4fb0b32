-- Lists of search terms beyond what is kept ready, made when somebody asks for them. A list belongs to one generation of
-- figures: after the next rebuild nobody finds it any more, and it is dropped piece by piece.
create table whole_term_list (
  organization_id integer not null,
  id uuid not null,
  -- 0: all campaigns
  campaign_id bigint not null,
  days smallint not null,
  generation bigint not null,
  total integer not null,
  used_at timestamptz not null,
  -- Found by nobody any more; what is left of it goes.
  dropped boolean not null default false,
  primary key (organization_id, id)
);

-- A stretch of a whole list, as in search_term_chunk.
create table whole_term_chunk (
  organization_id integer not null,
  list_id uuid not null,
  last_cost bigint not null,
  last_term_id integer not null,
  first_position integer not null,
  term_ids integer[] not null,
  costs bigint[] not null,
  clicks integer[] not null,
  conversions bigint[] not null,
  primary key (organization_id, list_id, last_cost, last_term_id)
);
