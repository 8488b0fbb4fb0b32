import { type Database, statement } from '../../src/base/database.ts';
import { dayText } from '../../src/base/days.ts';

const KEYWORDS = 20_000;
const TERMS = 150_000;
const TERM_ROWS_A_DAY = 10_800;
const ADS = 50;

const addAds = statement<[organizationId: number, campaign: number], never>(`
  insert into ad (organization_id, campaign_id, name, state, final_url, created_at)
  select $1::integer, $2::bigint, 'Ad ' || n, 'enabled', 'https://acme.example', timestamptz '2025-01-01'
  from generate_series(2, ${ADS}) n`);
const addKeywords = statement<[organizationId: number, campaign: number, count: number], never>(`
  insert into keyword (organization_id, campaign_id, ad_id, text, folded, match_type, state, created_at)
  select $1::integer, $2::bigint, a.id, 'keyword ' || n, 'keyword ' || n, 'phrase', 'enabled', timestamptz '2025-01-01'
  from generate_series(1, $3::integer) n
  join (select id, row_number() over (order by id) - 1 as place from ad where organization_id = $1 and campaign_id = $2) a
    on a.place = n % ${ADS}`);
const addKeywordDays = statement<[organizationId: number, campaign: number, latest: string], never>(`
  insert into keyword_day (organization_id, day, keyword_id, campaign_id, impressions, clicks, cost_micros,
    conversions_micros, value_micros)
  select $1::integer, $3::date - d, k.id, $2::bigint, 20, 2, 3000000, (k.id % 40 = 0)::integer * 1000000, 0
  from generate_series(0, 182) d
  join (select id, row_number() over (order by id) as place from keyword where organization_id = $1 and campaign_id = $2) k
    on (k.place + d * 7) % 4 = 0
  order by d desc, k.id`);
const addTerms = statement<[organizationId: number, campaign: number, count: number], never>(`
  insert into search_term (organization_id, id, campaign_id, term)
  select $1::integer, n, $2::bigint, (array['plumber','drain','heater','leak','sewer','toilet','pipe','boiler'])[1 + n % 8]
    || ' ' || (array['repair','cost','near me','jobs','austin','best','emergency','diy','free','cheap'])[1 + n % 10]
    || ' w' || n % 5003 || ' x' || n % 997
  from generate_series(1, $3::integer) n`);
const addTermDays = statement<
  [organizationId: number, campaign: number, latest: string, rows: number, terms: number, ad: number],
  never
>(`
  insert into search_term_day (organization_id, day, campaign_id, ad_id, term_id, impressions, clicks, cost_micros,
    conversions_micros, value_micros)
  select $1::integer, $3::date - d, $2::bigint, $6::bigint + n % ${ADS}, n, 5, (n % 5 < 2)::integer,
    (n % 5 < 2)::integer * 1500000, (n % 60 = 0 and d % 3 = 0)::integer * 1000000, 0
  from generate_series(0, 92) d
  cross join lateral (
    select 1 + (m * 13 + d * 4001) % $5::integer as n from generate_series(0, $4::integer - 1) m
  ) t`);
/** What finds rows is made after them: that takes a fraction of the time. */
const drop = [
  statement<[], never>('alter table keyword_day drop constraint keyword_day_pkey'),
  statement<[], never>('drop index keyword_day_by_day'),
  statement<[], never>('alter table search_term_day drop constraint search_term_day_pkey'),
];
const makeAgain = [
  statement<[], never>(
    'alter table keyword_day add constraint keyword_day_pkey primary key (organization_id, keyword_id, day)',
  ),
  statement<[], never>('create index keyword_day_by_day on keyword_day (organization_id, day, campaign_id)'),
  statement<[], never>(`
    alter table search_term_day add constraint search_term_day_pkey
      primary key (organization_id, day, campaign_id, term_id, ad_id)`),
  statement<[], never>('analyze'),
];

/** A campaign that has its first ad, and the latest day with figures. */
export interface EmptyCampaign {
  organizationId: number;
  campaign: number;
  ad: number;
  latest: number;
}

/**
 * Fills a campaign, day by day as a sync does, with 20,000 keywords over half a year and a million rows of search terms
 * over 93 days, or with a part of that.
 */
export async function fillLargeCampaign(
  database: Database,
  { organizationId, campaign, ad, latest }: EmptyCampaign,
  { part = 1 }: { part?: number } = {},
) {
  const day = dayText(latest);
  const terms = TERMS * part;
  for (const one of drop) await database.execute(one);
  await database.execute(addAds, organizationId, campaign);
  await database.execute(addKeywords, organizationId, campaign, KEYWORDS * part);
  await database.execute(addKeywordDays, organizationId, campaign, day);
  await database.execute(addTerms, organizationId, campaign, terms);
  await database.execute(addTermDays, organizationId, campaign, day, TERM_ROWS_A_DAY * part, terms, ad);
  for (const one of makeAgain) await database.execute(one);
}
